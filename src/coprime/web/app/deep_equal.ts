export type Fields = Record<string, unknown>

/** Whether a value is an object or an array. */
export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether two values say the same: of arrays and plain objects every part. */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && isDeepEqual((a as Fields)[key], (b as Fields)[key]))
}
