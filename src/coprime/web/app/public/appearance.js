// The look that was set on this device, before anything is painted: this runs while the page is read. The same as
// showAppearance in settings.svelte.ts, which sees to every later change.
;(function () {
  var settings = {}
  try {
    settings = JSON.parse(localStorage.getItem('coprime.settings') || '{}') || {}
  } catch {
    // Nothing was kept, or something else: the look of the device.
  }
  var root = document.documentElement
  var theme = settings.theme === 'light' || settings.theme === 'dark' ? settings.theme : ''
  var contrast = typeof settings.contrast === 'boolean' ? settings.contrast : matchMedia('(prefers-contrast: more)').matches
  if (contrast) {
    root.dataset.contrast = 'more'
    theme = theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
  }
  if (theme) root.dataset.theme = theme
  if (settings.largeText === true) root.dataset.text = 'large'
})()
