import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'

/** Catalogue keys are flat and dotted; placeholders are `{name}`; plurals carry CLDR suffixes (`_one`, `_other`). */
export const i18n = createInstance()

/**
 * Installs a catalogue. Call it before the first render; calling it again updates every screen. React escapes, so
 * placeholders are not escaped.
 */
export async function installCatalogue(code: string, catalogue: Record<string, string>) {
  if (i18n.isInitialized) {
    i18n.addResourceBundle(code, 'translation', catalogue, false, true)
    await i18n.changeLanguage(code)
    document.documentElement.lang = code
    return
  }
  await i18n.use(initReactI18next).init({
    lng: code,
    resources: { [code]: { translation: catalogue } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    returnNull: false,
  })
  document.documentElement.lang = code
}
