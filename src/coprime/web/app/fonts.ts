/** The faces of the page, fetched before anything is laid out in them. */
const LONGEST = 1000 // ms; after that the page begins in the machine's own letters

/** Resolve when the faces that `sample` needs are there, or after a second: text does not jump to another face. */
export async function loadFonts(sample: string): Promise<void> {
  const styles = getComputedStyle(document.documentElement)
  const [text, figures] = ['--text', '--num'].map((name) => styles.getPropertyValue(name))
  const faces = [`400 16px ${text}`, `600 16px ${text}`, `700 16px ${figures}`]
  const loading = Promise.allSettled(faces.map((face) => document.fonts.load(face, sample)))
  await Promise.race([loading, new Promise((done) => setTimeout(done, LONGEST))])
}
