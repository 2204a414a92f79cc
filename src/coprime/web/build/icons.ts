/** The application's icons and its manifest, made from mark.svg: what a device needs to keep Coprime on its home screen. */
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

/** --table of look/tokens.css, in light and in dark: what the system draws around the page. */
const TABLE = { light: '#efe6d8', dark: '#1b1714' }
const PAPER = '#fffaf0'
/** A system may cut off all but a circle of 80 % of the width; with this edge the mark lies within it. */
const EDGE = 4

let ready: Promise<void> | undefined

/** Draw an SVG as a PNG of so many pixels a side. */
export async function drawIcon(svg: string, size: number): Promise<Buffer> {
  ready ??= initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')))
  await ready
  return Buffer.from(new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng())
}

/** The mark on a ground without corners, small enough that a system may cut its own shape out of it. */
export function maskableMark(svg: string): string {
  const side = 40 + 2 * EDGE
  return svg
    .replace('viewBox="0 0 40 40"', `viewBox="-${EDGE} -${EDGE} ${side} ${side}"`)
    .replace(/<rect [^>]*>/, `<rect x="-${EDGE}" y="-${EDGE}" width="${side}" height="${side}" fill="${PAPER}" stroke="none"/>`)
}

/** The manifest, with the addresses of the icons. */
export const makeManifest = (icon192: string, icon512: string, maskable: string) => ({
  id: '/',
  name: 'Coprime',
  short_name: 'Coprime',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: TABLE.light,
  theme_color: TABLE.light,
  icons: [
    { src: icon192, sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: icon512, sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: maskable, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})

/** Emits the icons and manifest.webmanifest, and names them in the page; `mark` is the path of mark.svg. */
export function icons(mark: string): Plugin {
  let touch = ''
  return {
    name: 'coprime-icons',
    apply: 'build',
    async buildStart() {
      const svg = readFileSync(mark, 'utf8')
      const emit = async (name: string, drawn: string, size: number) => {
        const source = await drawIcon(drawn, size)
        const fileName = `assets/${name}-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.png`
        this.emitFile({ type: 'asset', fileName, source })
        return `/${fileName}`
      }
      const whole = maskableMark(svg)
      touch = await emit('icon-180', whole, 180)
      const manifest = makeManifest(await emit('icon-192', svg, 192), await emit('icon-512', svg, 512), await emit('icon-maskable', whole, 512))
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source: JSON.stringify(manifest) })
    },
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: '/manifest.webmanifest' }, injectTo: 'head' },
      { tag: 'link', attrs: { rel: 'apple-touch-icon', href: touch }, injectTo: 'head' },
      ...(['light', 'dark'] as const).map((scheme) => ({
        tag: 'meta',
        attrs: { name: 'theme-color', content: TABLE[scheme], media: `(prefers-color-scheme: ${scheme})` },
        injectTo: 'head' as const,
      })),
    ],
  }
}
