import { render } from 'dom-serializer'
import { type Element, isTag, type ParentNode } from 'domhandler'
import { parseHtml, setChildren, walk } from '../html/dom.ts'

/** Makes images parts of the mail. Both answer the part's Content-ID, or null when the mail does not carry the image. */
export type InlineImages = {
  upload(uuid: string): string | null
  data(content_type: string, content: Buffer): string | null
}

/**
 * Stored, sanitised HTML as others may read it: images from our uploads and in `data:` addresses become `cid:` parts, remote images get their address back,
 * and our own marks (mentions, folds) as well as names and sheets that only meant something in the original mail go.
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

/** A paragraph's own margins would make each row of a table three lines high. */
const isTableCell = (parent: ParentNode | null) =>
  parent !== null && isTag(parent) && (parent.name === 'td' || parent.name === 'th')

function rewriteImageSource(
  attribs: Record<string, string>,
  src: string,
  images: InlineImages,
  root_url: string,
): void {
  const uuid = parseUploadUuid(src, root_url)
  // Many mail programs show no data: addresses.
  const [, type, data] = /^data:(image\/(?:png|jpeg|gif|webp));base64,([a-z0-9+/=]+)$/i.exec(src) ?? []
  if (uuid === null && (!type || !data)) return
  const content_id =
    uuid === null ? images.data(type ?? '', Buffer.from(data ?? '', 'base64')) : images.upload(uuid)
  // Nobody outside may open our uploads: without its part the image is only its alternative text.
  if (content_id === null) delete attribs.src
  else attribs.src = `cid:${content_id}`
}

/** The uuid of `/uploads/<uuid>`, also with our own address in front and as a thumbnail; null for any other image. */
export function parseUploadUuid(src: string, root_url: string): string | null {
  const path = src.startsWith(`${root_url}/`) ? src.slice(root_url.length) : src
  const [, uuid] =
    /^\/uploads\/(?:thumb_)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[?#].*)?$/i.exec(path) ?? []
  return uuid?.toLowerCase() ?? null
}
