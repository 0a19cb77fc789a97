import { linesOf } from './authored-text.ts'

/** 13 to 19 digits, in groups separated by single spaces, hyphens or dots. */
const candidates =
  /(?<![\p{L}\p{N}+*•._-]|\+\d{1,3}[ .-])\d(?:[ .\-\u00a0\u2011]?\d){12,18}(?![\p{L}\p{N}])/gu

/** Words before a number that is no card, in the languages that we check. */
const otherNumber =
  /(?:order|invoice|tracking|shipment|parcel|reference|ticket|case|serial|customer|account|iban|imei|isbn|ean|bestell|auftrag|rechnung|sendung|kunden|referenz|commande|facture|suivi|colis|pedido|factura|seguimiento|encomenda|fatura|rastreio|bestelling|factuur|zending|ordine|fattura|spedizione)\p{L}*[^\p{L}\d]{0,4}(?:(?:no|nr|number|nummer|numéro|número|numero|n°|id|code|is|ist)\.?[^\p{L}\d]{0,4}){0,2}$/iu

/** A payment card number in the text, or null. Numbers that are labelled as something else are none, unless in groups of four. */
export function findCardNumber(html: string): string | null {
  for (const line of linesOf(html))
    for (const { 0: match, index } of line.matchAll(candidates)) {
      const digits = match.replace(/\D/g, '')
      if (!isIssued(digits) || !hasValidChecksum(digits)) continue
      const isGrouped = /^\d{4}\D\d{4}\D\d{4}\D\d{1,7}$|^\d{4}\D\d{6}\D\d{4,5}$/.test(match)
      if (isGrouped || !otherNumber.test(line.slice(0, index))) return match
    }
  return null
}

/** Whether a card company issues numbers with this start and length. */
function isIssued(digits: string): boolean {
  const { length } = digits
  const start = (count: number) => Number(digits.slice(0, count))
  const isWithin = (count: number, from: number, to: number) => start(count) >= from && start(count) <= to
  if (start(1) === 4) return [13, 16, 19].includes(length)
  if (isWithin(2, 51, 55) || isWithin(4, 2221, 2720)) return length === 16
  if (start(2) === 34 || start(2) === 37) return length === 15
  if (isWithin(3, 300, 305) || start(2) === 36 || start(2) === 38) return length === 14
  return (
    (start(4) === 6011 || isWithin(3, 644, 649) || start(2) === 65 || isWithin(4, 3528, 3589)) &&
    length === 16
  )
}

/** Luhn. */
function hasValidChecksum(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits.at(-1 - at))
    const doubled = at % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0 && !/^(.)\1*$/.test(digits)
}
