import { render } from 'dom-serializer'
import { type ChildNode, type Document, Element, isTag, isText, type ParentNode, Text } from 'domhandler'
import { maxDepthOf, parseHtml, setChildren } from '../html/dom.ts'
import { htmlToText } from '../html/html-to-text.ts'
import { foldText } from '../quotes/fold-quotes.ts'
import { cleanOutgoingHtml, type InlineImages } from './outgoing-html.ts'

/** A message to quote. `author` is the name shown to the customer. */
export type QuotableMessage = {
  type: 'incoming' | 'outgoing' | 'activity'
  private: boolean
  author: string
  sent_at: Date
  content: string
  content_type: 'html' | 'text'
}

/** Nobody scrolls back further, and servers reject mails that keep growing. */
const maxMessages = 10
const maxHtmlLength = 300_000
/** Browsers stop nesting here. Deeper trees are quoted as text, because the code below recurses. */
const maxDepth = 512

/**
 * Renders the earlier messages, newest first, each nested in the quote of its reply, as mail clients do. Returns ""
 * if there are none. The quoted history inside each message is removed, since it follows anyway. Notes and activity
 * lines are never included, whatever the caller passes.
 */
export function quotedHistory(
  newestFirst: readonly QuotableMessage[],
  options: { time_zone: string; images: InlineImages; root_url: string },
): string {
  const quoted = limitMessages(
    newestFirst.filter((message) => !message.private && message.type !== 'activity'),
  )
  const innermostFirst = quoted.reverse()
  let inner: ChildNode[] = []
  for (const message of innermostFirst) {
    const page = parseVisible(message)
    cleanOutgoingHtml(page, options.images, options.root_url)
    inner = [createAttribution(message, options.time_zone), createBlockquote([...page.children, ...inner])]
  }
  return inner.length > 0 ? render(createElement('div', {}, inner), { encodeEntities: 'utf8' }) : ''
}

function limitMessages(messages: readonly QuotableMessage[]): QuotableMessage[] {
  let size = 0
  const end = messages.slice(0, maxMessages).findIndex((message) => {
    size += message.content.length
    return size > maxHtmlLength
  })
  return messages.slice(0, end < 0 ? maxMessages : end)
}

function createAttribution({ author, sent_at }: QuotableMessage, time_zone: string): Element {
  const day = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: time_zone,
  })
  const zone = new Intl.DateTimeFormat('en-GB', { timeZone: time_zone, timeZoneName: 'short' })
    .formatToParts(sent_at)
    .find(({ type }) => type === 'timeZoneName')
  const line = `On ${day.format(sent_at)} ${zone?.value ?? ''}, ${author.replace(/\s+/g, ' ').trim()} wrote:`
  return createElement('p', { dir: 'auto' }, [new Text(line)])
}

const createBlockquote = (children: ChildNode[]) =>
  createElement(
    'blockquote',
    { type: 'cite', style: 'margin:0 0 0 0.8ex;border-left:1px solid #ccc;padding-left:1ex' },
    children,
  )

export function createElement(
  name: string,
  attributes: Record<string, string>,
  children: ChildNode[],
): Element {
  const created = new Element(name, attributes)
  setChildren(created, children)
  return created
}

/** The message without the quoted history at its end. */
export function parseVisible({
  content,
  content_type,
}: Pick<QuotableMessage, 'content' | 'content_type'>): Document {
  if (content_type === 'text') return createTextPage(trimTrailingQuotes(content))
  const page = parseHtml(content)
  if (maxDepthOf(page) > maxDepth) return createTextPage(htmlToText(content))
  removeTrailingQuotes(page)
  return page
}

function trimTrailingQuotes(text: string): string {
  const { segments } = foldText(text)
  while (segments.at(-1)?.kind === 'quote') segments.pop()
  return segments.map((segment) => segment.text).join('')
}

function createTextPage(text: string): Document {
  const page = parseHtml('')
  setChildren(page, [
    createElement('pre', { style: 'margin:0;font-family:inherit;white-space:pre-wrap' }, [
      new Text(text.trimEnd()),
    ]),
  ])
  return page
}

/**
 * Removes quotes only at the end: a quote with a reply below it is needed as context. Returns true if visible content
 * was found.
 */
function removeTrailingQuotes(parent: ParentNode): boolean {
  const children = [...parent.children]
  for (let i = children.length - 1; i >= 0; i--) {
    const node = children[i]
    if (!node) continue
    if (isTag(node) && node.attribs['data-parley-fold'] === 'quote') {
      children.splice(i, 1)
      continue
    }
    if (isVisible(node)) {
      setChildren(parent, children)
      return true
    }
  }
  setChildren(parent, children)
  return false
}

/**
 * Descends into elements and removes trailing quotes there. A signature between a quote and the end does not count as
 * content.
 */
function isVisible(node: ChildNode): boolean {
  if (isText(node)) return node.data.trim() !== ''
  if (!isTag(node)) return false
  if (node.attribs['data-parley-fold'] === 'signature') return false
  return node.name === 'img' || removeTrailingQuotes(node)
}
