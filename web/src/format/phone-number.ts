type Phone = { phone_number_calling_code: string | null; phone_number: string | null }

/**
 * The full number, for display and dialling. Omits the area code of a calling code like "+1-684" if the number starts
 * with it.
 */
export function phoneText({ phone_number_calling_code, phone_number }: Phone): string {
  // Vatican City is listed as +379, but reached by +39.
  const listed = phone_number_calling_code === '+379' ? '+39' : phone_number_calling_code
  const [code, area] = listed?.split('-') ?? []
  const repeats = area && phone_number?.replace(/\D/g, '').startsWith(area)
  return [repeats ? code : listed, phone_number].filter(Boolean).join(' ')
}
