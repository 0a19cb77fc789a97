import { render } from 'dom-serializer'
import { isTag, type ParentNode } from 'domhandler'
import { parseHtml, setChildren } from '../html/dom.ts'

/** Sanitised HTML without the quoted history that `foldQuotes` found. Signatures stay. */
export function removeQuotes(foldedHtml: string): { html: string; removed: boolean } {
  if (!foldedHtml.includes('data-parley-fold="quote"')) return { html: foldedHtml, removed: false }
  const page = parseHtml(foldedHtml)
  let removed = false
  const open: ParentNode[] = [page]
  for (let parent = open.pop(); parent; parent = open.pop()) {
    const kept = parent.children.filter(
      (child) => !(isTag(child) && child.attribs['data-parley-fold'] === 'quote'),
    )
    if (kept.length < parent.children.length) {
      removed = true
      setChildren(parent, kept)
    }
    for (const child of kept) if (isTag(child)) open.push(child)
  }
  return removed ? { html: render(page, { encodeEntities: 'utf8' }), removed } : { html: foldedHtml, removed }
}
