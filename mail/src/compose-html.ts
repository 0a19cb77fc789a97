import { render } from 'dom-serializer'
import { type Element, isTag, type ParentNode } from 'domhandler'
import { parseHtml, setChildren, walk } from './html-dom.ts'

/** Turns an upload's uuid into the Content-ID of its part, or null when the mail does not carry it. */
export type ContentIdOf = (upload_uuid: string) => string | null

/**
 * Stored, sanitised HTML as others may read it: images from our uploads become `cid:` parts, remote images get their address back,
 * and our own marks (mentions, folds) as well as names and sheets that only meant something in the original mail go.
 */
export function htmlForMail(html: string, content_id_of: ContentIdOf, root_url: string): string {
  const page = parseHtml(html)
  cleanForMail(page, content_id_of, root_url)
  return render(page, { encodeEntities: 'utf8' })
}

export function cleanForMail(root: ParentNode, content_id_of: ContentIdOf, root_url: string): void {
  const parents: ParentNode[] = [root]
  walk(
    root,
    (node) => {
      if (isTag(node)) {
        parents.push(node)
        cleanElement(node, content_id_of, root_url)
      }
      return true
    },
    () => {},
  )
  for (const parent of parents)
    if (parent.children.some(isSheet))
      setChildren(
        parent,
        parent.children.filter((child) => !isSheet(child)),
      )
}

const isSheet = (node: { type: string; name?: string }) => node.type === 'style' || node.name === 'style'

function cleanElement(element: Element, content_id_of: ContentIdOf, root_url: string): void {
  const { attribs } = element
  if (attribs['data-parley-src']) attribs.src = attribs['data-parley-src']
  if (attribs['data-parley-background']) attribs.background = attribs['data-parley-background']
  for (const name of Object.keys(attribs))
    if (name.startsWith('data-') || name === 'class' || name === 'id') delete attribs[name]

  const uuid = element.name === 'img' ? uploadUuid(attribs.src ?? '', root_url) : null
  if (uuid === null) return
  const content_id = content_id_of(uuid)
  // Nobody outside may open our uploads: without its part the image is only its alternative text.
  if (content_id === null) delete attribs.src
  else attribs.src = `cid:${content_id}`
}

/** The uuid of `/uploads/<uuid>`, also with our own address in front and as a thumbnail; null for any other image. */
export function uploadUuid(src: string, root_url: string): string | null {
  const path = src.startsWith(`${root_url}/`) ? src.slice(root_url.length) : src
  const [, uuid] =
    /^\/uploads\/(?:thumb_)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[?#].*)?$/i.exec(path) ?? []
  return uuid?.toLowerCase() ?? null
}
