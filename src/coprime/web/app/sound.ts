import { settings } from './settings.svelte'

/** The sounds of the table, made here: short, quiet, and never the only sign of anything. */
export type Sound = 'paper' | 'wood' | 'step' | 'die' | 'stamp' | 'turn' | 'bell' | 'win'

let context: AudioContext | undefined
/** The same sound is not begun twice within so many ms: table and game may both ask for it. */
const ONCE_MS = 80
const begun = new Map<Sound, number>()

/** Plays a sound if the person has switched sounds on. */
export function playSound(sound: Sound): void {
  const asked = performance.now()
  if (!settings.sound || asked - (begun.get(sound) ?? -ONCE_MS) < ONCE_MS) return
  begun.set(sound, asked)
  context ??= new AudioContext()
  // A browser keeps a page silent until the first tap or key.
  if (context.state === 'suspended') void context.resume()
  const now = context.currentTime + 0.005
  for (const part of SOUNDS[sound]) part(context, now)
}

type Part = (context: AudioContext, start: number) => void

const SOUNDS: Record<Sound, Part[]> = {
  paper: [noise({ pitch: 3800, width: 0.7, length: 0.07, loud: 0.16 })],
  wood: [noise({ pitch: 900, width: 1.2, length: 0.05, loud: 0.22 }), tone({ pitch: 190, length: 0.08, loud: 0.2 })],
  step: [tone({ pitch: 320, length: 0.05, loud: 0.14 }), noise({ pitch: 1600, width: 2, length: 0.02, loud: 0.1 })],
  die: [0, 0.07, 0.125, 0.165].flatMap((at, i) => [
    noise({ at, pitch: 2300 - 250 * i, width: 3, length: 0.03, loud: 0.2 - 0.03 * i }),
    tone({ at, pitch: 420 - 30 * i, length: 0.03, loud: 0.08 }),
  ]),
  stamp: [tone({ pitch: 95, length: 0.16, loud: 0.34 }), noise({ pitch: 500, width: 0.8, length: 0.06, loud: 0.24 })],
  turn: [tone({ pitch: 523.25, length: 0.22, loud: 0.09, shape: 'triangle' }), tone({ at: 0.14, pitch: 659.25, length: 0.32, loud: 0.09, shape: 'triangle' })],
  bell: [tone({ pitch: 220, length: 1.1, loud: 0.12 }), tone({ pitch: 607, length: 0.7, loud: 0.035 })],
  win: [392, 523.25, 659.25, 784].map((pitch, i) => tone({ at: 0.13 * i, pitch, length: 0.5 + 0.12 * i, loud: 0.08, shape: 'triangle' })),
}

interface Shape {
  at?: number
  pitch: number
  length: number
  loud: number
}

function tone({ at = 0, pitch, length, loud, shape = 'sine' }: Shape & { shape?: OscillatorType }): Part {
  return (context, start) => {
    const source = new OscillatorNode(context, { type: shape, frequency: pitch })
    source.connect(fade(context, start + at, length, loud))
    source.start(start + at)
    source.stop(start + at + length)
  }
}

function noise({ at = 0, pitch, width, length, loud }: Shape & { width: number }): Part {
  return (context, start) => {
    const buffer = new AudioBuffer({ length: Math.ceil(length * context.sampleRate), sampleRate: context.sampleRate })
    const samples = buffer.getChannelData(0)
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1
    const source = new AudioBufferSourceNode(context, { buffer })
    const band = new BiquadFilterNode(context, { type: 'bandpass', frequency: pitch, Q: width })
    source.connect(band).connect(fade(context, start + at, length, loud))
    source.start(start + at)
  }
}

function fade(context: AudioContext, start: number, length: number, loud: number): GainNode {
  const gain = new GainNode(context, { gain: 0 })
  gain.gain.setValueAtTime(loud, start)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length)
  gain.connect(context.destination)
  return gain
}
