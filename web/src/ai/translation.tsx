import { CircleAlert, Languages, X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { readerLocale } from '../format/locale.ts'
import { useStoredValue } from '../lib/browser/stored-value.ts'
import { Skeleton } from '../ui/display/skeleton.tsx'
import { Button } from '../ui/inputs/button.tsx'
import { IconButton } from '../ui/inputs/icon-button.tsx'
import { Select } from '../ui/inputs/select.tsx'
import { useCompletion } from './use-completion.ts'

const offeredLanguages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pl',
  'pt',
  'ru',
  'tr',
  'uk',
  'ar',
  'hi',
  'ja',
  'ko',
  'zh',
]

/** A translation of the message into the reader's language, below it. */
export function Translation({
  conversation_uuid,
  message_uuid,
  onClose,
}: {
  conversation_uuid: string
  message_uuid: string
  onClose: () => void
}) {
  const { t } = useTranslation()
  const readerLanguage = readerLocale().split('-')[0] ?? 'en'
  const [language, setLanguage] = useStoredValue('ai.language', readerLanguage)
  const { state, ask } = useCompletion()
  const translate = useEffectEvent(() =>
    ask({ task: 'translate', conversation_uuid, message_uuid, language }),
  )
  // Requests the translation on mount, and again when the language changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each language
  useEffect(() => void translate(), [language])
  const languageNames = new Intl.DisplayNames(readerLocale(), { type: 'language' })
  const options = [...new Set([language, readerLanguage, ...offeredLanguages])].map((value) => ({
    value,
    label: languageNames.of(value) ?? value,
  }))
  const text = state.status === 'running' ? state.text : state.status === 'done' ? state.completion.text : ''
  return (
    <section
      aria-label={t('ai.translation')}
      aria-busy={state.status === 'running'}
      className="mt-2 rounded-lg border bg-raised px-3 py-2"
    >
      <div className="flex items-center gap-2 text-xs text-ink-3">
        <Languages size={13} aria-hidden className="text-accent-text" />
        <span className="flex-1">{t('ai.translation')}</span>
        <div className="w-36">
          <Select
            label={t('ai.translation.language')}
            options={options}
            value={language}
            onValueChange={setLanguage}
            align="end"
          />
        </div>
        <IconButton label={t('ai.close')} size="sm" onClick={onClose}>
          <X size={14} aria-hidden />
        </IconButton>
      </div>
      {state.status === 'failed' ? (
        <div role="alert" className="mt-1 flex items-center gap-2 text-bad">
          <CircleAlert size={14} aria-hidden />
          <span className="flex-1">{state.message}</span>
          <Button size="sm" onClick={() => void translate()}>
            {t('ui.retry')}
          </Button>
        </div>
      ) : text ? (
        <p dir="auto" className="mt-1 text-md whitespace-pre-wrap wrap-anywhere">
          {text}
        </p>
      ) : (
        <Skeleton className="my-2 h-3 w-2/3" />
      )}
    </section>
  )
}
