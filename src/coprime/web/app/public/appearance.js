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
// What this address will need in this language is fetched beside the first scripts; the build names the files (web/build/preloads.ts).
;(function () {
  var listed = document.currentScript && document.currentScript.dataset.preload
  if (!listed) return
  var files = JSON.parse(listed)
  var chosen = /(?:^|; *)language=([^;]*)/.exec(document.cookie)
  var language = (chosen ? [chosen[1]] : [])
    .concat(navigator.languages || [])
    .map(function (name) {
      return name.trim().toLowerCase().split(/[-_]/)[0]
    })
    .find(function (name) {
      return name in files.languages
    })
  var screen = location.pathname.split('/')[1]
  function add(name) {
    var link = document.createElement('link')
    if (/\.css$/.test(name)) {
      link.rel = 'preload'
      link.as = 'style'
    } else link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = '/assets/' + name
    document.head.append(link)
  }
  // Who this is, with the cookie that a socket needs (`me` in api.ts takes it, first_request.ts), and the files of the table's game.
  if (screen === '' || screen === 't') {
    var code = screen ? location.pathname.split('/')[2] : ''
    window.coprimeMe = fetch('/api/me' + (code ? '?table=' + code : ''))
    var answered = window.coprimeMe
    answered
      .then(function (answer) {
        return answer.clone().json()
      })
      .then(function (me) {
        var game = files.games[me.game] || {}
        ;(game.files || (code ? files.lobby : [])).concat((game.languages || {})[language] || []).forEach(add)
      })
      .catch(function () {
        // Whoever waits for it is told why.
      })
  }
  add(files.languages[language || 'en'])
  ;(files.screens[screen] || []).forEach(add)
  var answer = screen === '' ? '/api/games' : screen === 'rules' ? '/api' + location.pathname : ''
  if (!answer) return
  var asked = document.createElement('link')
  asked.rel = 'preload'
  asked.as = 'fetch'
  asked.crossOrigin = 'anonymous'
  asked.href = answer
  document.head.append(asked)
})()
