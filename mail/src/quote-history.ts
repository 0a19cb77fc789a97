import { render } from 'dom-serializer'
import { type ChildNode, type Document, Element, isTag, isText, type ParentNode, Text } from 'domhandler'
import { cleanForMail, type InlineImages } from './compose-html.ts'
import { foldText } from './fold.ts'
import { depthOf, parseHtml, setChildren } from './html-dom.ts'
import { htmlToText } from './html-text.ts'

/** A message as it is quoted. `author` is the name that the customer may know. */
export type QuotableMessage = {
  type: 'incoming' | 'outgoing' | 'activity'
  private: boolean
  author: string
  at: Date
  content: string
  content_type: 'html' | 'text'
}

/** People scroll back this far at most; servers refuse mails that grow without end. */
const mostMessages = 10
const mostHtml = 300_000
/** Deeper ones than a browser builds are quoted as text: what follows goes into them by recursion. */
const deepest = 512

/**
 * What was said before, newest first and each inside the quote of the one that answered it, as mail programs write it: "" when there is
 * nothing. Each message loses the history that it quoted itself, for that follows anyway. Notes and activity lines are
 * never among it, whoever hands them in.
 */
export function quotedHistory(
  newestFirst: readonly QuotableMessage[],
  options: { time_zone: string; images: InlineImages; root_url: string },
): string {
  const quoted = withinLimits(
    newestFirst.filter((message) => !message.private && message.type !== 'activity'),
  )
  const innermostFirst = quoted.reverse()
  let inner: ChildNode[] = []
  for (const message of innermostFirst) {
    const page = visiblePage(message)
    cleanForMail(page, options.images, options.root_url)
    inner = [attribution(message, options.time_zone), blockquote([...page.children, ...inner])]
  }
  return inner.length > 0 ? render(element('div', {}, inner), { encodeEntities: 'utf8' }) : ''
}

function withinLimits(messages: readonly QuotableMessage[]): QuotableMessage[] {
  let size = 0
  const end = messages.slice(0, mostMessages).findIndex((message) => {
    size += message.content.length
    return size > mostHtml
  })
  return messages.slice(0, end < 0 ? mostMessages : end)
}

function attribution({ author, at }: QuotableMessage, time_zone: string): Element {
  const day = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: time_zone,
  })
  const zone = new Intl.DateTimeFormat('en-GB', { timeZone: time_zone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')
  const words = `On ${day.format(at)} ${zone?.value ?? ''}, ${author.replace(/\s+/g, ' ').trim()} wrote:`
  return element('p', { dir: 'auto' }, [new Text(words)])
}

const blockquote = (children: ChildNode[]) =>
  element(
    'blockquote',
    { type: 'cite', style: 'margin:0 0 0 0.8ex;border-left:1px solid #ccc;padding-left:1ex' },
    children,
  )

function element(name: string, attributes: Record<string, string>, children: ChildNode[]): Element {
  const made = new Element(name, attributes)
  setChildren(made, children)
  return made
}

function visiblePage({ content, content_type }: QuotableMessage): Document {
  if (content_type === 'text') return textPage(withoutTrailingQuotes(content))
  const page = parseHtml(content)
  if (depthOf(page) > deepest) return textPage(htmlToText(content))
  dropTrailingQuotes(page)
  return page
}

function withoutTrailingQuotes(text: string): string {
  const { segments } = foldText(text)
  while (segments.at(-1)?.kind === 'quote') segments.pop()
  return segments.map((segment) => segment.text).join('')
}

function textPage(text: string): Document {
  const page = parseHtml('')
  setChildren(page, [
    element('pre', { style: 'margin:0;font-family:inherit;white-space:pre-wrap' }, [
      new Text(text.trimEnd()),
    ]),
  ])
  return page
}

/** Only at the end: a quote with an answer below it is needed to understand the answer. True when something visible was met. */
function dropTrailingQuotes(parent: ParentNode): boolean {
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
  return node.name === 'img' || dropTrailingQuotes(node)
}
