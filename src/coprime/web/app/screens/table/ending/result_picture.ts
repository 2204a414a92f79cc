/** A picture of a result for others, drawn by the page in daylight colours: who won, the largest prime, and one's own. */

export interface Result {
  game: string
  title: string
  /** The largest prime of the winner; '' where none was played. */
  figure: string
  said: string
  /** What one has played, for cards along the lower edge. */
  numbers: readonly number[]
}

const SIDE = 1080
const EDGE = 72
const MOST = 7
const INK = '#241d18'
const SOFT = '#5d5148'
const TABLE = '#efe6d8'
const MAT = '#e4d8c4'
const PAPER = '#fffaf0'
const WOOD = '#b5925f'

/** The largest size up to `most` at which a text is at most so wide. */
function fitFont(pen: CanvasRenderingContext2D, text: string, face: string, most: number, width: number): number {
  pen.font = `700 ${most}px ${face}`
  return Math.min(most, (most * width) / Math.max(1, pen.measureText(text).width))
}

function drawCrown(pen: CanvasRenderingContext2D, x: number, y: number, width: number): void {
  const unit = width / 100
  const points = [0, 10, 28, 32, 50, 2, 72, 32, 100, 10, 94, 56, 6, 56]
  pen.beginPath()
  for (let i = 0; i < points.length; i += 2) pen.lineTo(x + unit * points[i]!, y + unit * points[i + 1]!)
  pen.closePath()
  pen.fillStyle = WOOD
  pen.fill()
  pen.lineWidth = 4 * unit
  pen.lineJoin = 'round'
  pen.strokeStyle = INK
  pen.stroke()
}

/** Draw the result as a PNG of 1080 x 1080 px. */
export async function drawResult({ game, title, figure, said, numbers }: Result): Promise<File> {
  await document.fonts.ready
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIDE
  const pen = canvas.getContext('2d')!
  const styles = getComputedStyle(document.documentElement)
  const num = styles.getPropertyValue('--num').trim() || 'serif'
  const text = styles.getPropertyValue('--text').trim() || 'sans-serif'
  const middle = SIDE / 2
  const write = (words: string, y: number, face: string, most: number, colour: string, weight = 700) => {
    const size = fitFont(pen, words, face, most, SIDE - 3 * EDGE)
    pen.font = `${weight} ${size}px ${face}`
    pen.fillStyle = colour
    pen.fillText(words, middle, y)
  }
  pen.fillStyle = TABLE
  pen.fillRect(0, 0, SIDE, SIDE)
  pen.beginPath()
  pen.roundRect(EDGE / 2, EDGE / 2, SIDE - EDGE, SIDE - EDGE, 40)
  pen.fillStyle = MAT
  pen.fill()
  pen.textAlign = 'center'
  write(`Coprime · ${game}`, 150, text, 40, SOFT, 400)
  drawCrown(pen, middle - 120, 220, 240)
  write(title, 470, num, 84, INK)
  // A canvas knows no lining figures, which the face of titles has as a feature alone.
  if (figure) write(figure, 700, text, 210, INK)
  if (said) write(said, figure ? 780 : 580, text, 38, SOFT, 400)
  const shown = numbers.slice(0, MOST)
  const width = 112
  shown.forEach((number, i) => {
    const x = middle + (i - (shown.length - 1) / 2) * (width + 16)
    pen.beginPath()
    pen.roundRect(x - width / 2, 850, width, 140, 14)
    pen.fillStyle = PAPER
    pen.fill()
    pen.fillStyle = INK
    pen.font = `700 ${fitFont(pen, String(number), text, 52, width - 20)}px ${text}`
    pen.fillText(String(number), x, 938)
  })
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!blob) throw new Error('The picture could not be drawn.')
  return new File([blob], 'coprime.png', { type: 'image/png' })
}
