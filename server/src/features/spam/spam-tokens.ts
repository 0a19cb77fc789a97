import type { SpamReason, spamReasonKinds } from '@parley/contract/conversations/spam-filter'
import { tokenise } from '@parley/contract/search/search-tokens'
import { domainOf } from '@parley/mail/address'

/** What the filter reads of an email: only what is stored of it, so that lessons and judgements agree. */
export type FilteredMail = {
  subject: string
  text: string
  sender: string
  reply_to: readonly string[]
  is_verified: boolean | null
  is_automatic: boolean
  has_remote_images: boolean
  has_attachments: boolean
}

/** A kind and a value, as stored: `word:prize`. The prefix `subject` is for words of the subject. */
const maxText = 20_000
const maxWords = 200
const maxSubjectWords = 30
const maxLinkDomains = 20
const maxWordLength = 30

/** The distinct tokens of an email, at most about 250 however long it is. */
export function listSpamTokens(mail: FilteredMail): string[] {
  const text = mail.text.slice(0, maxText)
  const domain = domainOf(mail.sender)
  return [
    ...new Set([
      ...take(words(mail.subject.slice(0, 1000)), maxSubjectWords).map((word) => `subject:${word}`),
      ...take(words(text), maxWords).map((word) => `word:${word}`),
      ...take(linkDomains(text), maxLinkDomains).map((link) => `link_domain:${link}`),
      ...(domain ? [`sender_domain:${domain}`] : []),
      ...signs(mail, domain),
    ]),
  ]
}

function signs(mail: FilteredMail, domain: string): string[] {
  const present: [SpamReason['kind'], boolean][] = [
    ['unverified_sender', mail.is_verified === false],
    ['other_reply_to', mail.reply_to.some((address) => domainOf(address) !== domain)],
    ['automatic', mail.is_automatic],
    ['remote_images', mail.has_remote_images],
    ['attachment', mail.has_attachments],
  ]
  return present.filter(([, isPresent]) => isPresent).map(([kind]) => `${kind}:`)
}

/** Folded words without digits: numbers, codes and phone numbers say nothing about the next email. */
function* words(text: string): Generator<string> {
  for (const { text: word, unsegmented } of tokenise(text)) {
    if (unsegmented) yield* bigrams(word)
    else if (word.length >= 3 && word.length <= maxWordLength && !/\d/.test(word)) yield word
  }
}

/** Scripts without spaces. */
function* bigrams(run: string): Generator<string> {
  const characters = [...run]
  for (let n = 0; n + 1 < characters.length; n++) yield `${characters[n]}${characters[n + 1]}`
}

function* linkDomains(text: string): Generator<string> {
  for (const [, host = ''] of text.matchAll(/\bhttps?:\/\/(?:www\.)?([a-z0-9.-]{3,100})/gi))
    yield host.toLowerCase().replace(/\.+$/, '')
}

/** The first distinct ones. */
function take(values: Iterable<string>, limit: number): string[] {
  const distinct = new Set<string>()
  for (const value of values) {
    if (distinct.size === limit) break
    distinct.add(value)
  }
  return [...distinct]
}

/** What a token means to a reader. */
export function toReason(token: string): SpamReason {
  const colon = token.indexOf(':')
  const [prefix, value] = [token.slice(0, colon), token.slice(colon + 1)]
  return { kind: prefix === 'subject' ? 'word' : (prefix as (typeof spamReasonKinds)[number]), value } // written by listSpamTokens
}
