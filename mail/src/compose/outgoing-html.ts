import { render } from 'dom-serializer'
import { type Element, isTag, type ParentNode } from 'domhandler'
import { parseHtml, setChildren, walk } from '../html/dom.ts'

/**
 * Turns images into inline parts. Both return the part's Content-ID, or null if the mail does not include the image.
 */
export type InlineImages = {
  upload(uuid: string): string | null
  data(content_type: string, content: Buffer): string | null
}

/**
 * Converts stored, sanitised HTML for recipients: our uploads and `data:` images become `cid:` parts, remote images
 * get their URL back, and our own markers (mentions, folds) as well as names and style sheets that only mattered in
 * the original mail are removed.
 */
export function renderOutgoingHtml(html: string, images: InlineImages, root_url: string): string {
  const page = parseHtml(html)
  cleanOutgoingHtml(page, images, root_url)
  return render(page, { encodeEntities: 'utf8' })
}

export function cleanOutgoingHtml(root: ParentNode, images: InlineImages, root_url: string): void {
  const parents: ParentNode[] = [root]
  walk(
    root,
    (node) => {
      if (isTag(node)) {
        parents.push(node)
        cleanElement(node, images, root_url)
      }
      return true
    },
    () => {},
  )
  for (const parent of parents)
    if (parent.children.some(isStyleElement))
      setChildren(
        parent,
        parent.children.filter((child) => !isStyleElement(child)),
      )
}

const isStyleElement = (node: { type: string; name?: string }) =>
  node.type === 'style' || node.name === 'style'

function cleanElement(element: Element, images: InlineImages, root_url: string): void {
  const { attribs } = element
  if (attribs['data-parley-src']) attribs.src = attribs['data-parley-src']
  if (attribs['data-parley-background']) attribs.background = attribs['data-parley-background']
  for (const name of Object.keys(attribs))
    if (name.startsWith('data-') || name === 'class' || name === 'id') delete attribs[name]

  if (element.name === 'p' && isTableCell(element.parent))
    attribs.style = [attribs.style, 'margin:0'].filter(Boolean).join(';')
  if (element.name === 'img' && attribs.src) rewriteImageSource(attribs, attribs.src, images, root_url)
}

/** Paragraph margins would make each table row three lines high. */
const isTableCell = (parent: ParentNode | null) =>
  parent !== null && isTag(parent) && (parent.name === 'td' || parent.name === 'th')

function rewriteImageSource(
  attribs: Record<string, string>,
  src: string,
  images: InlineImages,
  root_url: string,
): void {
  const uuid = parseUploadUuid(src, root_url)
  // Many mail clients do not display data: URLs.
  const [, type, data] = /^data:(image\/(?:png|jpeg|gif|webp));base64,([a-z0-9+/=]+)$/i.exec(src) ?? []
  if (uuid === null && (!type || !data)) return
  const content_id =
    uuid === null ? images.data(type ?? '', Buffer.from(data ?? '', 'base64')) : images.upload(uuid)
  // Recipients cannot open our uploads. Without its part, only the image's alternative text is left.
  if (content_id === null) delete attribs.src
  else attribs.src = `cid:${content_id}`
}

/** The uuid in `/uploads/<uuid>`, also with our own origin in front or as a thumbnail. Null for any other image. */
export function parseUploadUuid(src: string, root_url: string): string | null {
  const path = src.startsWith(`${root_url}/`) ? src.slice(root_url.length) : src
  const [, uuid] =
    /^\/uploads\/(?:thumb_)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[?#].*)?$/i.exec(path) ?? []
  return uuid?.toLowerCase() ?? null
}
