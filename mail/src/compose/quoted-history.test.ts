import { expect, test } from 'vitest'
import { foldQuotes } from '../quotes/fold-quotes.ts'
import { splitReply } from '../quotes/split-reply.ts'
import { compose, image, quotable, uuid } from './compose-fixtures.ts'

test('history is quoted newest first and nested, without the quotes inside each message', async () => {
  const { parsed } = await compose({
    history: [
      quotable({
        content:
          '<p>Still broken <img data-parley-src="https://x.test/a.png"></p><style>p{color:red}</style>' +
          '<div data-parley-fold="quote"><p>On 1 March, Sam wrote:</p><blockquote>Try again</blockquote></div>' +
          '<div data-parley-fold="signature">Ana Ng, CEO</div>',
      }),
      quotable({
        type: 'outgoing',
        author: 'Sam <b>',
        content: '<p class="x" data-mention-id="3">Try again</p>',
      }),
      quotable({
        content_type: 'text',
        content: 'Is it a < b?\n\nOn 1 March 2026 at 10:00, Sam <s@acme.test> wrote:\n> Hi\n',
      }),
    ],
    time_zone: 'Europe/Berlin',
  })

  expect(parsed.text).toBe(
    [
      'Hello',
      '',
      'On 1 Mar 2026, 15:05 CET, Ana Ng wrote:',
      '',
      '> Still broken',
      '>',
      '> Ana Ng, CEO',
      '>',
      '> On 1 Mar 2026, 15:05 CET, Sam <b> wrote:',
      '>',
      '> > Try again',
      '> >',
      '> > On 1 Mar 2026, 15:05 CET, Ana Ng wrote:',
      '> >',
      '> > > Is it a < b?',
    ].join('\n'),
  )
  expect(parsed.html).toContain('src="https://x.test/a.png"')
  expect(parsed.html).toContain('Sam &lt;b&gt; wrote:')
  expect(parsed.html).not.toMatch(/data-|class=|<style/)
  expect(parsed.html?.match(/Try again/g)).toHaveLength(1)
})

test('a quote with a reply below it is kept', async () => {
  const content =
    '<div data-parley-fold="quote"><blockquote>Which one?</blockquote></div><p>The red one</p><div><div data-parley-fold="quote">older</div> </div>'
  const { parsed } = await compose({ history: [quotable({ content })] })
  expect(parsed.text).toContain('Which one?')
  expect(parsed.text).not.toContain('older')
})

test('notes and activity lines are never quoted', async () => {
  const { raw } = await compose({
    history: [
      quotable({ type: 'outgoing', private: true, content: 'SECRET-NOTE' }),
      quotable({ type: 'activity', private: true, content: 'SECRET-LINE' }),
      quotable({ type: 'activity', content: 'SECRET-ACT' }),
    ],
  })
  expect(raw.toString()).not.toMatch(/SECRET|wrote:/)
})

test('history is limited to ten messages and in size', async () => {
  const many = Array.from({ length: 30 }, (_, n) => quotable({ content: `<p>number ${n};</p>` }))
  expect((await compose({ history: many })).parsed.text.match(/number \d+;/g)).toHaveLength(10)
  const large = [quotable(), quotable({ content: 'x'.repeat(400_000) }), quotable({ content: 'older' })]
  const { parsed } = await compose({ history: large })
  expect(parsed.text).toContain('It does not work')
  expect(parsed.text).not.toMatch(/xxx|older/)
})

test('images in the history are included, other files of it are not', async () => {
  const { parsed } = await compose({
    history: [quotable({ content: `<img src="/uploads/${uuid(1)}">` })],
    history_files: [image(1), image(2)],
  })
  expect(parsed.attachments.map(({ filename }) => filename)).toEqual(['picture-1.png'])
})

test('our own quote detection recognises the history that we quote, in HTML and text', async () => {
  const { parsed } = await compose({
    history: [quotable(), quotable({ type: 'outgoing', author: 'Sam Ode' })],
  })
  expect(foldQuotes(parsed.html ?? '').folded).toBe(true)
  expect(splitReply(parsed).visible_text).toBe('Hello')
  expect(splitReply({ ...parsed, html: null }).visible_text).toBe('Hello')
})
