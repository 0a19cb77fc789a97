import render from 'dom-serializer'
import { type ChildNode, Element, isTag, isText, type ParentNode, Text } from 'domhandler'
import { parseHtml, setChildren, walk } from '../html/dom.ts'
import { sanitiseHtml } from '../sanitise/sanitise-html.ts'

/**
 * Placeholder URLs for the action link while a template is rendered. They lead nowhere and carry no secret. Whatever
 * a template does with them, the real URL is inserted only where a reader can click it.
 */
export type ActionPlaceholders = { link: string; button: string }

const buttonStyle =
  'display:inline-block;padding:10px 18px;border-radius:8px;background-color:#4f46e5;color:#ffffff;font-weight:600;text-decoration:none'

type Action = { placeholders: ActionPlaceholders; url: string; label: string }

/**
 * Replaces the placeholders: links to one become the button, occurrences in text become the plain URL or the button.
 * No other attribute gets the URL, and nothing in the mail loads remote content, which could leak that it was opened
 * or what it contains.
 */
export function insertActionLink(html: string, action: Action): string {
  const { page, isPlaced } = replacePlaceholders(html, action)
  // Without the link the mail would be useless.
  if (!isPlaced) page.children.push(new Element('p', {}, [createLink(action.url, action.label, buttonStyle)]))
  return render(page, { encodeEntities: 'utf8' })
}

/** Whether a mail rendered with the placeholders contains the action link. */
export const hasActionPlaceholder = (html: string, placeholders: ActionPlaceholders): boolean =>
  replacePlaceholders(html, { placeholders, url: '', label: '' }).isPlaced

function replacePlaceholders(html: string, action: Action) {
  const { placeholders, url } = action
  const values = [placeholders.link, placeholders.button]
  const page = parseHtml(sanitiseHtml(html, { cid: () => null, remote: () => null }).html)
  const texts: Text[] = []
  let isReplaced = false
  walk(
    page,
    (node) => {
      if (isText(node) && values.some((mark) => node.data.includes(mark))) texts.push(node)
      if (!isTag(node)) return true
      if (node.name === 'a' && values.includes(node.attribs.href?.trim() ?? '')) {
        node.attribs = { href: url, style: buttonStyle }
        isReplaced = true
      }
      for (const [name, value] of Object.entries(node.attribs))
        if (name.startsWith('data-') || values.some((mark) => value.includes(mark))) delete node.attribs[name]
      return true
    },
    () => {},
  )
  for (const text of texts) replaceInText(text, action)
  return { page, isPlaced: isReplaced || texts.length > 0 }
}

function replaceInText(node: Text, { placeholders, url, label }: Action) {
  const { parent } = node
  if (!parent) return
  const parts = splitAtPlaceholders(node.data, placeholders).map((part) => {
    if (part !== placeholders.link && part !== placeholders.button) return new Text(part)
    if (isInsideLink(node)) return new Text(part === placeholders.link ? url : label)
    return part === placeholders.link ? createLink(url, url) : createLink(url, label, buttonStyle)
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
