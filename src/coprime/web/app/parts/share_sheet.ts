/** The device's own share sheet, where its browser has one: a secure page, and a button that was just pressed. */

export function canShare(data: ShareData): boolean {
  return typeof navigator.share === 'function' && (navigator.canShare?.(data) ?? true)
}

/** Open the share sheet. Resolves to false where it failed, so that the text can be copied; whoever closes it has answered. */
export async function openShareSheet(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data)
    return true
  } catch (problem) {
    return problem instanceof DOMException && problem.name === 'AbortError'
  }
}
