import addressparser from 'nodemailer/lib/addressparser'
import { storable } from './parse-clean.ts'
import { decodeWords } from './parse-words.ts'
import type { Address } from './types.ts'

/** The mailboxes of an address header, groups dissolved. Encoded words are decoded after the list is taken apart. */
export function parseAddresses(header: string): Address[] {
  if (header.trim() === '') return []
  return addressparser(header, { flatten: true }).flatMap((entry) => readEntry(entry.name, entry.address))
}

function readEntry(rawName: string, rawAddress: string): Address[] {
  const name = cleanName(decodeWords(rawName))
  const address = cleanAddress(decodeWords(rawAddress))
  if (address !== '') return [{ address, name }]
  // Some senders put the whole mailbox, angle brackets included, into one encoded word or into quotes.
  const inner = /^(.*?)<([^<>\s]+@[^<>\s]+)>\s*$/.exec(name)
  if (inner) return [{ address: cleanAddress(inner[2] ?? ''), name: cleanName(inner[1] ?? '') }]
  return name === '' ? [] : [{ address: '', name }]
}

const cleanName = (name: string) =>
  storable(name)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim()

const cleanAddress = (address: string) =>
  storable(address)
    .replace(/^<|>$/g, '')
    .replace(/^mailto:/i, '')
    .replace(/\s+/g, '')
    .toLowerCase()
