// Measures the colours as they are written in tokens.css: contrast on every surface, and how far the factor colours
// stay apart for eyes of every kind. The figures are those of the look's description; a changed colour shows here first.
import { describe, expect, test } from 'vitest'
import tokens from './tokens.css?raw'

type Rgb = [number, number, number]
type Tokens = Record<string, string>

const css = tokens.replace(/\/\*[^]*?\*\//g, '')

/** The custom properties of every rule whose selector is exactly `selector`. */
function rule(selector: string): Tokens {
  const found: Tokens = {}
  for (const [, name, body] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (name!.trim().replace(/\s+/g, ' ') !== selector) continue
    for (const [, key, value] of body!.matchAll(/--([\w-]+):\s*([^;]+)/g)) found[key!] = value!.trim()
  }
  return found
}

const day = rule(':root')
const lamp = { ...day, ...rule(":root[data-theme='dark']") }
const paper = rule('.paper, .onpaper')
const schemes: Record<string, { ink: Tokens; on: string }> = {}
for (const [scheme, tokens] of [
  ['light', day],
  ['dark', lamp],
] as const) {
  for (const surface of ['table', 'mat', 'panel'] as const) schemes[`${scheme} ${surface}`] = { ink: tokens, on: tokens[surface]! }
  schemes[`${scheme} paper`] = { ink: { ...tokens, ...paper }, on: tokens.paper! }
}

const INKS = ['ink', 'ink2', 'edge', 'f2', 'f3', 'f5', 'f7', 'f11'] as const
const EXPECTED: Record<string, number[]> = {
  'light table': [13.4, 6.4, 3.5, 3.35, 5.49, 3.49, 8.58, 6.0],
  'light mat': [12.2, 5.8, 3.2, 3.05, 4.99, 3.17, 7.8, 5.45],
  'light panel': [14.7, 7.0, 3.8, 3.66, 5.99, 3.81, 9.37, 6.55],
  'light paper': [16.0, 8.2, 4.2, 3.98, 6.52, 4.14, 10.2, 7.13],
  'dark table': [14.7, 8.2, 4.7, 9.72, 5.59, 8.02, 4.43, 4.29],
  'dark mat': [12.6, 7.1, 4.1, 8.36, 4.81, 6.9, 3.81, 3.69],
  'dark panel': [13.3, 7.4, 4.3, 8.81, 5.07, 7.27, 4.02, 3.89],
  'dark paper': [12.2, 6.3, 3.2, 3.05, 4.99, 3.17, 7.8, 5.45],
}

function rgb(hex: string): Rgb {
  return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255) as Rgb
}
const linear = (colour: Rgb) => colour.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as Rgb

function contrast(a: string, b: string): number {
  const light = (hex: string) => {
    const [r, g, blue] = linear(rgb(hex))
    return 0.2126 * r + 0.7152 * g + 0.0722 * blue + 0.05
  }
  const [x, y] = [light(a), light(b)]
  return Math.max(x, y) / Math.min(x, y)
}

describe('contrast', () => {
  for (const [name, figures] of Object.entries(EXPECTED)) {
    test(name, () => {
      const { ink, on } = schemes[name]!
      const measured = INKS.map((key) => contrast(ink[key]!, on))
      measured.forEach((value, i) => {
        expect.soft(value, INKS[i]).toBeGreaterThanOrEqual(i < 2 ? 4.5 : 3)
        expect.soft(Math.abs(value - figures[i]!), `${INKS[i]}: ${value.toFixed(2)}`).toBeLessThan(i < 3 ? 0.06 : 0.006)
      })
    })
  }

  test('the dark button, in both schemes', () => {
    for (const tokens of [day, lamp]) expect(contrast(tokens.press!, tokens.onpress!)).toBeGreaterThan(7)
  })
})

describe('high contrast', () => {
  const bright = { ...day, ...rule(":root[data-contrast='more']") }
  const black = { ...bright, ...rule(":root[data-contrast='more'][data-theme='dark']") }
  const printed = rule(":root[data-contrast='more'] :is(.paper, .onpaper)")
  for (const [scheme, tokens] of [
    ['light', bright],
    ['dark', black],
  ] as const) {
    for (const surface of ['table', 'mat', 'panel', 'paper'] as const)
      test(`${scheme} ${surface}`, () => {
        const ink = surface === 'paper' ? { ...tokens, ...printed } : tokens
        for (const key of ['ink', 'ink2', 'suit']) expect.soft(contrast(ink[key]!, tokens[surface]!), key).toBeGreaterThanOrEqual(7)
        for (const key of INKS.slice(2)) expect.soft(contrast(ink[key]!, tokens[surface]!), key).toBeGreaterThanOrEqual(4.5)
      })
    test(`${scheme} buttons`, () => expect(contrast(tokens.press!, tokens.onpress!)).toBeGreaterThan(20))
    test(`${scheme} factor colours stay apart`, () => {
      const colours = INKS.slice(3).map((key) => tokens[key]!)
      for (const [name, eye] of Object.entries(EYES)) {
        const seen = colours.map((hex) => lab(hex, eye))
        const pairs = seen.flatMap((a, j) => seen.slice(j + 1).map((b) => ciede2000(a, b)))
        expect.soft(Math.min(...pairs), name).toBeGreaterThan(19)
      }
    })
  }
})

test('dark by the device and dark by the switch are the same', () => {
  const device = rule(":root:not([data-theme='light'])")
  expect(Object.keys(device).length).toBeGreaterThan(20)
  expect(device).toEqual(rule(":root[data-theme='dark']"))
})

// --- how far apart: CIEDE2000 after Machado, Oliveira and Fernandes 2009 at full severity

const EYES: Record<string, number[][] | null> = {
  normal: null,
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}
const APART: Record<string, number[]> = { light: [19.5, 16.3, 17.0, 14.7], dark: [31.4, 16.3, 18.5, 14.2] }

function lab(hex: string, eye: number[][] | null): Rgb {
  let colour = linear(rgb(hex))
  if (eye) {
    const seen = eye.map((row) =>
      Math.min(
        1,
        Math.max(
          0,
          row.reduce((sum, k, i) => sum + k * colour[i]!, 0),
        ),
      ),
    )
    // As a screen would show it: 8 bits a channel.
    const shown = seen.map((c) => Math.round((c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055) * 255) / 255)
    colour = linear(shown as Rgb)
  }
  const [r, g, b] = colour
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116)
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

function ciede2000([l1, a1, b1]: Rgb, [l2, a2, b2]: Rgb): number {
  const degree = Math.PI / 180
  const meanC = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2
  const g = 0.5 * (1 - Math.sqrt(meanC ** 7 / (meanC ** 7 + 25 ** 7)))
  const [x1, x2] = [a1 * (1 + g), a2 * (1 + g)]
  const [c1, c2] = [Math.hypot(x1, b1), Math.hypot(x2, b2)]
  const hue = (b: number, x: number) => (b || x ? (Math.atan2(b, x) / degree + 360) % 360 : 0)
  const [h1, h2] = [hue(b1, x1), hue(b2, x2)]
  let turn = c1 * c2 ? h2 - h1 : 0
  if (turn > 180) turn -= 360
  if (turn < -180) turn += 360
  const dL = l2 - l1
  const dC = c2 - c1
  const dH = 2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * degree)
  const l = (l1 + l2) / 2
  const c = (c1 + c2) / 2
  let h = h1 + h2
  if (c1 * c2) h = Math.abs(h1 - h2) > 180 ? (h + (h < 360 ? 360 : -360)) / 2 : h / 2
  const cos = (times: number, minus: number) => Math.cos((times * h - minus) * degree)
  const tt = 1 - 0.17 * cos(1, 30) + 0.24 * cos(2, 0) + 0.32 * cos(3, -6) - 0.2 * cos(4, 63)
  const sL = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2)
  const sC = 1 + 0.045 * c
  const sH = 1 + 0.015 * c * tt
  const rT = -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin(60 * Math.exp(-(((h - 275) / 25) ** 2)) * degree)
  return Math.sqrt((dL / sL) ** 2 + (dC / sC) ** 2 + (dH / sH) ** 2 + rT * (dC / sC) * (dH / sH))
}

describe('factor colours stay apart', () => {
  for (const [scheme, tokens] of [
    ['light', day],
    ['dark', lamp],
  ] as const) {
    test(scheme, () => {
      const colours = INKS.slice(3).map((key) => tokens[key]!)
      Object.values(EYES).forEach((eye, i) => {
        const seen = colours.map((hex) => lab(hex, eye))
        const pairs = seen.flatMap((a, j) => seen.slice(j + 1).map((b) => ciede2000(a, b)))
        expect.soft(Math.abs(Math.min(...pairs) - APART[scheme]![i]!), `${Object.keys(EYES)[i]}: ${Math.min(...pairs).toFixed(2)}`).toBeLessThan(0.06)
      })
    })
  }
})
