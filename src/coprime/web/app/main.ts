document.title = 'Coprime'
