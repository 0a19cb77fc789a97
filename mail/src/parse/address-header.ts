import addressparser from 'nodemailer/lib/addressparser'
import type { Address } from '../types.ts'
import { decodeEncodedWords } from './encoded-words.ts'
import { toStorableText } from './storable-text.ts'

/**
 * Parses the mailboxes of an address header and flattens groups. Encoded words are decoded after the list is split.
 */
export function parseAddresses(header: string): Address[] {
  if (header.trim() === '') return []
  return addressparser(header, { flatten: true }).flatMap((entry) => parseEntry(entry.name, entry.address))
}

function parseEntry(rawName: string, rawAddress: string): Address[] {
  const name = cleanName(decodeEncodedWords(rawName))
  const address = cleanAddress(decodeEncodedWords(rawAddress))
  if (address !== '') return [{ address, name }]
  // Some senders encode or quote the whole mailbox, including the angle brackets.
  const inner = /^(.*?)<([^<>\s]+@[^<>\s]+)>\s*$/.exec(name)
  if (inner) return [{ address: cleanAddress(inner[2] ?? ''), name: cleanName(inner[1] ?? '') }]
  return name === '' ? [] : [{ address: '', name }]
}

const cleanName = (name: string) =>
  toStorableText(name)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim()

const cleanAddress = (address: string) =>
  toStorableText(address)
    .replace(/^<|>$/g, '')
    .replace(/^mailto:/i, '')
    .replace(/\s+/g, '')
    .toLowerCase()
