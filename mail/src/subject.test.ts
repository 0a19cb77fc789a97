import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { baseSubject, replySubject } from './subject.ts'

describe('baseSubject', () => {
  it.each([
    ['Re: Order', 'Order'],
    ['AW: Re: SV: Order', 'Order'],
    ['RE[4]: Re(2): Re^2: Order', 'Order'],
    ['Odp: VS: Ynt: Order', 'Order'],
    ['回复：订单', '订单'],
    ['Re: [users] Order', 'Order'],
    ['[users] Fwd: [tag] Re: Order (fwd)', 'Order'],
    ['Fw: WG: TR: Order', 'Order'],
    ['Re: [Fwd: Order]', 'Order'],
    ['  Re:\tOrder \r\n 12 ', 'Order 12'],
    ['[only a tag]', '[only a tag]'],
    ['Order [Ticket#12]', 'Order [Ticket#12]'],
    ['Regarding: the order', 'Regarding: the order'],
    ['Re:', ''],
    ['', ''],
  ])('of "%s" is "%s"', (subject, base) => expect(baseSubject(subject)).toBe(base))

  it('is unchanged when applied again', () => {
    const pieces = fc.constantFrom(
      'Re: ',
      'AW: ',
      '[x] ',
      'Fwd: ',
      '[fwd: ',
      ']',
      ' (fwd)',
      'Order',
      ' ',
      ':',
    )
    fc.assert(
      fc.property(fc.array(pieces), (words) => {
        const base = baseSubject(words.join(''))
        expect(baseSubject(base)).toBe(base)
      }),
    )
  })
})

describe('replySubject', () => {
  it.each([
    ['Order', 'Re: Order'],
    ['Re: Order', 'Re: Order'],
    ['RE: AW: Re[2]: Order', 'Re: Order'],
    ['[users] Re: Order', 'Re: [users] Order'],
    ['Fwd: Order', 'Re: Fwd: Order'],
    ['Re: WG: Order', 'Re: WG: Order'],
    ['Re: Order [#104]', 'Re: Order [#104]'],
    ['', 'Re:'],
  ])('of "%s" is "%s"', (subject, reply) => expect(replySubject(subject)).toBe(reply))

  it('adds Re: exactly once when applied again', () => {
    fc.assert(
      fc.property(fc.string(), (subject) => {
        expect(replySubject(replySubject(subject))).toBe(replySubject(subject))
      }),
    )
  })

  it('never puts a line break into a header', () => {
    expect(replySubject('Order\r\nBcc: someone@else.example')).toBe('Re: Order Bcc: someone@else.example')
  })
})
