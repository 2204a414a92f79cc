"""Chrome's translator, as a page sees it: every text node gives its place to a <font> with other words, new too."""

MARK = "§"      # before each word of the other language
# What is not to be translated is left alone: `translate="no"`, fields, pictures.
TRANSLATE = """(mark) => {
    const skip = 'script, style, textarea, input, svg, [translate=no], font'
    const one = node => {
        if (!node.data.trim() || !node.parentElement || node.parentElement.closest(skip)) return
        const outer = document.createElement('font'), inner = document.createElement('font')
        outer.style.verticalAlign = inner.style.verticalAlign = 'inherit'
        inner.textContent = mark + node.data
        outer.append(inner)
        node.parentNode.replaceChild(outer, node)
    }
    const all = root => {
        const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), found = []
        while (walk.nextNode()) found.push(walk.currentNode)
        found.forEach(one)
    }
    all(document.body)
    new MutationObserver(records => {
        for (const {addedNodes, target, type} of records)
            for (const node of type === 'characterData' ? [target] : addedNodes)
                if (node.isConnected) node.nodeType === 3 ? one(node) : all(node)
    }).observe(document.body, {childList: true, characterData: true, subtree: true})
}"""
# What is read on the page, without the translator's marks and without a time that runs. What was spoken is another
# matter: a page that came later has heard less.
READ = """(mark) => [...document.querySelectorAll('h1, main > :not([data-lines])')].map(one => one.innerText)
    .join(' ').replaceAll(mark, '').replace(/\\s+/g, ' ')
    .replace(/\\b\\d+:\\d\\d\\b|\\b(\\d+|one) seconds?\\b/g, 'time')"""


def translate(page):
    page.evaluate(TRANSLATE, MARK)


def read(page):
    return page.evaluate(READ, MARK)
