import { expect, test, vi } from 'vitest'
import { messageFixture } from '../../../realtime/conversation-fixtures.ts'
import { preparedMailHtml } from './mail-html.ts'

test('a message is parsed once, however often its conversation is opened', () => {
  const message = messageFixture(1, { content: '<p>Hello <a href="https://acme.example">you</a></p>' })
  const parse = vi.spyOn(DOMParser.prototype, 'parseFromString')
  const first = preparedMailHtml(message, 'Show more')
  expect(first).toContain('noopener')
  expect(preparedMailHtml(message, 'Show more')).toBe(first)
  expect(parse).toHaveBeenCalledTimes(1)
})

test('a new version of a message and another language are prepared again', () => {
  const quote = '<div data-parley-fold>Before</div>'
  const message = messageFixture(1, { content: `<p>Hello</p>${quote}` })
  expect(preparedMailHtml(message, 'Show more')).toContain('Show more')
  expect(preparedMailHtml(message, 'Mehr anzeigen')).toContain('Mehr anzeigen')
  const changed = { ...message, content: `<p>Goodbye</p>${quote}` }
  expect(preparedMailHtml(changed, 'Mehr anzeigen')).toContain('Goodbye')
})
