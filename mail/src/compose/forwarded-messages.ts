import { render } from 'dom-serializer'
import { type ChildNode, isTag, Text } from 'domhandler'
import { setChildren, walk } from '../html/dom.ts'
import { createElement, parseVisible } from './quoted-history.ts'

export type ForwardedMessage = {
  /** Name and address, as far as known. */
  author: string
  sent_at: Date
  subject: string
  to: readonly string[]
  cc: readonly string[]
  content: string
  content_type: 'html' | 'text'
}

/** Marks where the forwarded messages begin; the signature and the template end in front of it. */
const marker = 'data-parley-forward'

/**
 * Renders messages for the text of a forwarded email, in the given order, each below its sender, date and subject. The
 * quoted history of a message is left out: it consists of other messages. The result is a stored message: images stay
 * uploads, and remote ones stay blocked.
 */
export function forwardedMessages(
  messages: readonly ForwardedMessage[],
  { time_zone, fold }: { time_zone: string; fold: boolean },
): string {
  const blocks = messages.map((message) => {
    const content = parseStandalone(message)
    return createElement('div', {}, [createHeader(message, time_zone), createElement('div', {}, content)])
  })
  const attributes = { [marker]: 'true', ...(fold && { 'data-parley-fold': 'quote' }) }
  return render(createElement('div', attributes, blocks), { encodeEntities: 'utf8' })
}

/** One message without its quoted history, to be shown among others: a stored message as well. */
export const standaloneHtml = (message: Pick<ForwardedMessage, 'content' | 'content_type'>): string =>
  render(parseStandalone(message), { encodeEntities: 'utf8' })

function parseStandalone(message: Pick<ForwardedMessage, 'content' | 'content_type'>): ChildNode[] {
  const page = parseVisible(message)
  walk(
    page,
    (node) => {
      if (isTag(node)) {
        // They refer to the style sheet of their own mail.
        delete node.attribs.class
        delete node.attribs.id
        delete node.attribs['data-parley-fold']
        setChildren(
          node,
          node.children.filter((child) => child.type !== 'style'),
        )
      }
      return true
    },
    () => {},
  )
  return page.children.filter((child) => child.type !== 'style')
}

/** What the agent wrote, and the forwarded messages below it; empty if there are none. */
export function splitForwarded(content: string): { own: string; forwarded: string } {
  const at = content.indexOf(`<div ${marker}="true"`)
  return at < 0
    ? { own: content, forwarded: '' }
    : { own: content.slice(0, at), forwarded: content.slice(at) }
}

function createHeader({ author, sent_at, subject, to, cc }: ForwardedMessage, time_zone: string) {
  const date = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: time_zone,
  })
  const zone = new Intl.DateTimeFormat('en-GB', { timeZone: time_zone, timeZoneName: 'short' })
    .formatToParts(sent_at)
    .find(({ type }) => type === 'timeZoneName')
  const lines = [
    '---------- Forwarded message ----------',
    `From: ${author}`,
    `Date: ${date.format(sent_at)} ${zone?.value ?? ''}`,
    ...(subject ? [`Subject: ${subject}`] : []),
    ...(to.length > 0 ? [`To: ${to.join(', ')}`] : []),
    ...(cc.length > 0 ? [`Cc: ${cc.join(', ')}`] : []),
  ]
  return createElement(
    'p',
    { dir: 'auto' },
    lines.flatMap((line, at) => [
      ...(at > 0 ? [createElement('br', {}, [])] : []),
      new Text(line.replace(/\s+/g, ' ').trim()),
    ]),
  )
}
