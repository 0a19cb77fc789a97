/**
 * Reduces pasted HTML from Word, Outlook, Google Docs and Gmail to plain structure. The editor's schema drops styles
 * and unknown elements, but not markup that merely imitates structure. Runs in the browser.
 */
export function cleanPaste(html: string): string {
  const page = new DOMParser().parseFromString(withoutWordNoise(html), 'text/html')
  for (const element of page.querySelectorAll('style, script, meta, link, title, xml')) element.remove()
  cleanTables(page)
  for (const bold of page.querySelectorAll<HTMLElement>('b, strong')) unwrapNonBold(bold)
  convertWordLists(page)
  for (const image of page.querySelectorAll('img')) if (!isUploaded(image)) image.remove()
  return page.body.innerHTML
}

/** Removes conditional comments and elements in Office's namespaces, which parsers keep as text or unknown elements. */
export function withoutWordNoise(html: string): string {
  return html
    .replace(/<!--\[if !supportLists\]-->[\s\S]*?<!--\[endif\]-->/gi, '')
    .replace(/<!\[if !supportLists\]>[\s\S]*?<!\[endif\]>/gi, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<!\[(?:if[^\]]*|endif)\]>/gi, '')
    .replace(/<\/?(?:o|w|m|v|st1):[^>]*>/gi, '')
}

/** Keeps data tables. A single cell, and a layout table, become the paragraphs they contain. */
function cleanTables(page: Document) {
  const tables = [...page.querySelectorAll('table')]
  const layouts = new Set(tables.filter((table) => isLayout(table)))
  for (const table of tables.reverse()) {
    // Excel adds a hidden row that holds the column widths.
    for (const row of [...table.rows])
      if (row.cells.length === 0 || row.style.display === 'none') row.remove()
    table.caption?.replaceWith(...table.caption.childNodes)
    const cells = [...table.rows].flatMap((row) => [...row.cells])
    const [onlyCell] = cells
    if (cells.length === 1) table.replaceWith(...(onlyCell?.childNodes ?? []))
    else if (cells.length === 0 || layouts.has(table)) table.replaceWith(...cells.map(asBlock))
  }
}

const isLayout = (table: HTMLTableElement) =>
  /^(?:presentation|none)$/.test(table.getAttribute('role') ?? '') || table.querySelector('table') !== null

function asBlock(cell: HTMLTableCellElement): HTMLElement {
  const block = cell.ownerDocument.createElement('div')
  block.append(...cell.childNodes)
  return block
}

/** Google Docs wraps everything in a <b> that is not bold. */
function unwrapNonBold(bold: HTMLElement) {
  const weight = bold.style.fontWeight
  if (weight === 'normal' || weight === '400') bold.replaceWith(...bold.childNodes)
}

/** Word writes lists as paragraphs whose style names their list and level. */
function convertWordLists(page: Document) {
  let list: Element | null = null
  for (const paragraph of page.querySelectorAll<HTMLElement>('p')) {
    const style = paragraph.getAttribute('style') ?? ''
    if (!/mso-list:\s*l\d/i.test(style)) {
      list = null
      continue
    }
    const numbered = /^\s*(?:\d+|[a-z]|[ivx]+)[.)]\s/i.test(paragraph.textContent ?? '')
    if (!list || paragraph.previousElementSibling !== list) {
      list = page.createElement(numbered ? 'ol' : 'ul')
      paragraph.before(list)
    }
    const item = page.createElement('li')
    item.innerHTML = paragraph.innerHTML.replace(
      /^(?:\s|&nbsp;)*(?:[·•o§▪-]|(?:\d+|[a-z])[.)])(?:\s|&nbsp;)+/i,
      '',
    )
    list.append(item)
    paragraph.remove()
  }
}

/**
 * Images hosted elsewhere would not load for the recipient: they need a session there, or are files on the author's
 * disk.
 */
const isUploaded = (image: HTMLImageElement) => (image.getAttribute('src') ?? '').startsWith('/uploads/')

/** Image files in a paste. Word adds a picture of the copied text; then only the text is used. */
export function pastedPictures(data: DataTransfer): File[] {
  const pictures = [...data.files].filter((file) => file.type.startsWith('image/'))
  if (pictures.length === 0) return []
  const html = data.getData('text/html')
  if (!html) return pictures
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
  return text.trim() === '' ? pictures : []
}
