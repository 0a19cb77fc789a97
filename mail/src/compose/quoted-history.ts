import { render } from 'dom-serializer'
import { type ChildNode, type Document, Element, isTag, isText, type ParentNode, Text } from 'domhandler'
import { maxDepthOf, parseHtml, setChildren } from '../html/dom.ts'
import { htmlToText } from '../html/html-to-text.ts'
import { foldText } from '../quotes/fold-quotes.ts'
import { cleanOutgoingHtml, type InlineImages } from './outgoing-html.ts'

/** A message as it is quoted. `author` is the name that the customer may know. */
export type QuotableMessage = {
  type: 'incoming' | 'outgoing' | 'activity'
  private: boolean
  author: string
  sent_at: Date
  content: string
  content_type: 'html' | 'text'
}

/** People scroll back this far at most; servers refuse mails that grow without end. */
const maxMessages = 10
const maxHtmlLength = 300_000
/** Deeper ones than a browser builds are quoted as text: what follows goes into them by recursion. */
const maxDepth = 512

/**
 * What was said before, newest first and each inside the quote of the one that answered it, as mail programs write it: "" when there is
 * nothing. Each message loses the history that it quoted itself, for that follows anyway. Notes and activity lines are
 * never among it, whoever hands them in.
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

function createAttribution({ author, sent_at: at }: QuotableMessage, time_zone: string): Element {
  const day = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: time_zone,
  })
  const zone = new Intl.DateTimeFormat('en-GB', { timeZone: time_zone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')
  const words = `On ${day.format(at)} ${zone?.value ?? ''}, ${author.replace(/\s+/g, ' ').trim()} wrote:`
  return createElement('p', { dir: 'auto' }, [new Text(words)])
}

const createBlockquote = (children: ChildNode[]) =>
  createElement(
    'blockquote',
    { type: 'cite', style: 'margin:0 0 0 0.8ex;border-left:1px solid #ccc;padding-left:1ex' },
    children,
  )

function createElement(name: string, attributes: Record<string, string>, children: ChildNode[]): Element {
  const made = new Element(name, attributes)
  setChildren(made, children)
  return made
}

function parseVisible({ content, content_type }: QuotableMessage): Document {
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

/** Only at the end: a quote with an answer below it is needed to understand the answer. True when something visible was met. */
function removeTrailingQuotes(parent: ParentNode): boolean {
  const kept = [...parent.children]
  for (let i = kept.length - 1; i >= 0; i--) {
    const node = kept[i]
    if (!node) continue
    if (isTag(node) && node.attribs['data-parley-fold'] === 'quote') {
      kept.splice(i, 1)
      continue
    }
    if (isVisible(node)) {
      setChildren(parent, kept)
      return true
    }
  }
  setChildren(parent, kept)
  return false
}

/** Looks into elements, and drops what trails in them. A signature does not stand between a quote and the end. */
function isVisible(node: ChildNode): boolean {
  if (isText(node)) return node.data.trim() !== ''
  if (!isTag(node)) return false
  if (node.attribs['data-parley-fold'] === 'signature') return false
  return node.name === 'img' || removeTrailingQuotes(node)
}
