import render from 'dom-serializer'
import { type ChildNode, Element, isTag, isText, type ParentNode, Text } from 'domhandler'
import { parseHtml, setChildren, walk } from '../html/dom.ts'
import { sanitiseHtml } from '../sanitise/sanitise-html.ts'

/**
 * What stands for the action of a mail while its template is filled in: addresses that lead nowhere and carry no secret. Whatever a template
 * makes of them, the real address is put only where a reader clicks on it.
 */
export type ActionPlaceholders = { link: string; button: string }

const buttonStyle =
  'display:inline-block;padding:10px 18px;border-radius:8px;background-color:#4f46e5;color:#ffffff;font-weight:600;text-decoration:none'

type Action = { placeholders: ActionPlaceholders; url: string; label: string }

/**
 * The mail with its action in place: links to a mark become the button, marks in text the plain address or the button. No other attribute
 * gets the address, and nothing in the mail loads anything from elsewhere, which could tell others that it was opened or what it holds.
 */
export function insertActionLink(html: string, action: Action): string {
  const { page, isPlaced } = replacePlaceholders(html, action)
  // Without it nobody could follow the mail.
  if (!isPlaced) page.children.push(new Element('p', {}, [createLink(action.url, action.label, buttonStyle)]))
  return render(page, { encodeEntities: 'utf8' })
}

/** Whether the reader of a mail that was filled in with the marks can follow it. */
export const hasActionPlaceholder = (html: string, marks: ActionPlaceholders): boolean =>
  replacePlaceholders(html, { placeholders: marks, url: '', label: '' }).isPlaced

function replacePlaceholders(html: string, action: Action) {
  const { placeholders: marks, url } = action
  const all = [marks.link, marks.button]
  const page = parseHtml(sanitiseHtml(html, { cid: () => null, remote: () => null }).html)
  const texts: Text[] = []
  let isReplaced = false
  walk(
    page,
    (node) => {
      if (isText(node) && all.some((mark) => node.data.includes(mark))) texts.push(node)
      if (!isTag(node)) return true
      if (node.name === 'a' && all.includes(node.attribs.href?.trim() ?? '')) {
        node.attribs = { href: url, style: buttonStyle }
        isReplaced = true
      }
      for (const [name, value] of Object.entries(node.attribs))
        if (name.startsWith('data-') || all.some((mark) => value.includes(mark))) delete node.attribs[name]
      return true
    },
    () => {},
  )
  for (const text of texts) replaceInText(text, action)
  return { page, isPlaced: isReplaced || texts.length > 0 }
}

function replaceInText(node: Text, { placeholders: marks, url, label }: Action) {
  const { parent } = node
  if (!parent) return
  const parts = splitAtPlaceholders(node.data, marks).map((part) => {
    if (part !== marks.link && part !== marks.button) return new Text(part)
    if (isInsideLink(node)) return new Text(part === marks.link ? url : label)
    return part === marks.link ? createLink(url, url) : createLink(url, label, buttonStyle)
  })
  setChildren(
    parent,
    parent.children.flatMap((child): ChildNode[] => (child === node ? parts : [child])),
  )
}

function splitAtPlaceholders(text: string, { link, button }: ActionPlaceholders): string[] {
  return text
    .split(link)
    .flatMap((part, i) => (i === 0 ? [part] : [link, part]))
    .flatMap((part) =>
      part === link ? [part] : part.split(button).flatMap((rest, i) => (i === 0 ? [rest] : [button, rest])),
    )
    .filter((part) => part !== '')
}

const createLink = (url: string, text: string, style?: string) =>
  new Element('a', { href: url, ...(style && { style }) }, [new Text(text)])

function isInsideLink(node: ChildNode): boolean {
  for (let parent: ParentNode | null = node.parent; parent; parent = parent.parent)
    if (isTag(parent) && parent.name === 'a') return true
  return false
}
