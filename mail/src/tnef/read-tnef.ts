import { decodeCharset } from '../parse/charset.ts'
import { extractRtfBody } from './compressed-rtf.ts'
import { parseMapiProperties, type TnefProperties, textProperty } from './mapi-properties.ts'

export type TnefFile = {
  filename: string | null
  content_type: string | null
  content_id: string | null
  content: Uint8Array
}

/** The content of Outlook's winmail.dat: files, and the body if it has one. */
export type TnefContents = { files: TnefFile[]; text: string | null; html: string | null }

/** The attributes (MS-OXTNEF section 2.1.3.1) that are read. */
const attributeIds = {
  body: 0x0002800c,
  messageProperties: 0x00069003,
  attachmentStart: 0x00069002,
  attachmentTitle: 0x00018010,
  attachmentData: 0x0006800f,
  attachmentProperties: 0x00069005,
  codepage: 0x00069007,
} as const

const propertyIds = {
  body: 0x1000,
  html: 0x1013,
  rtf: 0x1009,
  data: 0x3701,
  mimeType: 0x370e,
  contentId: 0x3712,
}
/** Long file name, short file name, display name, in order of preference. */
const filenamePropertyIds = [0x3707, 0x3704, 0x3001]

const signature = 0x223e9f78

/**
 * Parses application/ms-tnef (MS-OXTNEF). Null if the bytes are not TNEF or truncated; callers then keep them as they
 * are.
 */
export function parseTnef(bytes: Uint8Array): TnefContents | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 6 || view.getUint32(0, true) !== signature) return null
  try {
    return collectContents(parseAttributes(bytes, view))
  } catch (error) {
    // DataView throws when reading past the end.
    if (error instanceof RangeError) return null
    throw error
  }
}

type Attribute = { id: number; data: Uint8Array }

function parseAttributes(bytes: Uint8Array, view: DataView): Attribute[] {
  const attributes: Attribute[] = []
  for (let offset = 6; offset + 9 <= bytes.length; ) {
    const id = view.getUint32(offset + 1, true)
    const length = view.getUint32(offset + 5, true)
    if (offset + 9 + length > bytes.length) throw new RangeError('The attribute is truncated.')
    attributes.push({ id, data: bytes.subarray(offset + 9, offset + 9 + length) })
    // Skip the two-byte checksum.
    offset += 9 + length + 2
  }
  return attributes
}

function collectContents(attributes: Attribute[]): TnefContents {
  const files: TnefFile[] = []
  let text: string | null = null
  let html: string | null = null
  const charset = charsetOf(attributes)
  for (const { id, data } of attributes) {
    const file = files.at(-1)
    switch (id) {
      case attributeIds.attachmentStart:
        files.push({ filename: null, content_type: null, content_id: null, content: new Uint8Array() })
        break
      case attributeIds.body:
        text = untilNul(decodeCharset(data, charset))
        break
      case attributeIds.messageProperties: {
        const body = readBody(parseMapiProperties(data), charset)
        text = body.text ?? text
        html = body.html ?? html
        break
      }
      default:
        if (file) applyAttachmentAttribute(file, { id, data }, charset)
    }
  }
  return { files, text, html }
}

function charsetOf(attributes: Attribute[]): string {
  const codepage = attributes.find(({ id }) => id === attributeIds.codepage)?.data
  if (!codepage || codepage.length < 4) return 'windows-1252'
  return `windows-${new DataView(codepage.buffer, codepage.byteOffset).getUint32(0, true)}`
}

function applyAttachmentAttribute(file: TnefFile, { id, data }: Attribute, charset: string): void {
  if (id === attributeIds.attachmentTitle) file.filename ??= untilNul(decodeCharset(data, charset))
  else if (id === attributeIds.attachmentData) file.content = data
  else if (id === attributeIds.attachmentProperties)
    applyAttachmentProperties(file, parseMapiProperties(data), charset)
}

function applyAttachmentProperties(file: TnefFile, properties: TnefProperties, charset: string) {
  const names = filenamePropertyIds.map((id) => textProperty(properties, id, charset))
  file.filename = names.find((name) => name) ?? file.filename
  file.content_type = textProperty(properties, propertyIds.mimeType, charset)
  file.content_id = textProperty(properties, propertyIds.contentId, charset)
  const data = properties.get(propertyIds.data)?.bytes
  if (data && file.content.length === 0) file.content = data
}

function readBody(properties: TnefProperties, charset: string): { text: string | null; html: string | null } {
  const html = properties.get(propertyIds.html)?.bytes
  const rtf = properties.get(propertyIds.rtf)?.bytes
  const text = textProperty(properties, propertyIds.body, charset)
  if (html) return { text, html: decodeCharset(html, null) }
  const fromRtf = rtf ? extractRtfBody(rtf) : null
  return { text: text ?? fromRtf?.text ?? null, html: fromRtf?.html ?? null }
}

const untilNul = (text: string): string => text.split('\u0000')[0] ?? ''
