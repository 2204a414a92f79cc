/** Copying an address, and for how long the page says that it was copied. */

const TOLD = 4000 // ms for which the page says so

/** An address that can be copied, and whether that has just been done. */
export class ClipboardCopier {
  copied = $state(false)

  /** Copies a text that also stands in a field. */
  async copy(text: string, field: HTMLInputElement | HTMLTextAreaElement | undefined): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      // On a plain http address of the network there is no clipboard: the old way.
      field?.select()
      document.execCommand('copy')
    }
    this.copied = true
    setTimeout(() => (this.copied = false), TOLD)
  }
}
