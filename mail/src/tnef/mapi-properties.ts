import { decodeCharset } from '../parse/charset.ts'

export type TnefProperty = { type: number; bytes: Uint8Array }
export type TnefProperties = Map<number, TnefProperty>

const unicode = 0x001f
const multiple = 0x1000
/** Encoded sizes, including padding (MS-OXTNEF section 2.1.3.4). */
const fixedSizes: Record<number, number> = {
  2: 4,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 4,
  20: 8,
  64: 8,
  72: 16,
}
const variableTypes = new Set([0x000d, 0x001e, unicode, 0x0102])
const object = 0x000d

/**
 * Parses a MAPI property list into a map of id to first value.
 * @throws RangeError if it is truncated or contains an unknown type
 */
export function parseMapiProperties(data: Uint8Array): TnefProperties {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const properties: TnefProperties = new Map()
  const count = view.getUint32(0, true)
  let offset = 4
  for (let read = 0; read < count; read += 1) {
    const rawType = view.getUint16(offset, true)
    const id = view.getUint16(offset + 2, true)
    offset += 4
    if (id >= 0x8000) offset += namedPropertyLength(view, offset)
    const type = rawType & ~multiple
    const isMultiple = (rawType & multiple) !== 0
    const values = isMultiple || variableTypes.has(type) ? view.getUint32(offset, true) : 1
    if (isMultiple || variableTypes.has(type)) offset += 4
    for (let value = 0; value < values; value += 1) {
      const { start, end, next } = valueRange(view, offset, type)
      if (!properties.has(id)) properties.set(id, { type, bytes: data.subarray(start, end) })
      offset = next
    }
  }
  return properties
}

export function textProperty(properties: TnefProperties, id: number, charset: string): string | null {
  const property = properties.get(id)
  if (!property) return null
  const text = decodeCharset(property.bytes, property.type === unicode ? 'utf-16le' : charset)
  return text.split('\u0000')[0] || null
}

/** A named property: its property set, then a number or a name. */
function namedPropertyLength(view: DataView, offset: number): number {
  const isNumber = view.getUint32(offset + 16, true) === 0
  return isNumber ? 24 : 24 + padToFour(view.getUint32(offset + 20, true))
}

function valueRange(
  view: DataView,
  offset: number,
  type: number,
): { start: number; end: number; next: number } {
  const size = fixedSizes[type]
  if (size !== undefined) return { start: offset, end: offset + size, next: offset + size }
  if (!variableTypes.has(type)) throw new RangeError(`Unknown property type ${type}.`)
  const length = view.getUint32(offset, true)
  const next = offset + 4 + padToFour(length)
  if (offset + 4 + length > view.byteLength) throw new RangeError('The property is truncated.')
  // An object starts with the id of its interface.
  return { start: offset + 4 + (type === object ? 16 : 0), end: offset + 4 + length, next }
}

const padToFour = (length: number) => (length + 3) & ~3
