import { type AiProbe, testAiProvider } from '@parley/contract/ai/ai-settings'
import { CircleAlert, CircleCheck, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import type { EntityForm } from '../../../forms/use-entity-form.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import type { ProviderFields } from './provider-fields.ts'

/** An idle model has to be loaded first. */
const TEST_TIMEOUT_MS = 90_000

/** Sends the model a short test question with the current form values, saved or not, and shows the answer. */
export function ProviderTest({ form, id }: { form: EntityForm<ProviderFields>; id: number | undefined }) {
  const { t } = useTranslation()
  const test = useApiMutation(
    ({ enabled: _on, remove_api_key: _removed, ...fields }: ProviderFields) =>
      call(testAiProvider, {
        body: { ...fields, ...(id !== undefined && { id }) },
        timeout_ms: TEST_TIMEOUT_MS,
      }),
    { failure: 'inline' },
  )
  const ask = async () => {
    if (await form.methods.trigger(['base_url', 'model', 'api_key', 'input_price', 'output_price']))
      test.mutate(form.methods.getValues())
  }
  return (
    <div className="space-y-3">
      <Button onClick={() => void ask()} loading={test.isPending}>
        <Send size={14} aria-hidden />
        {t('ai.provider.test.send')}
      </Button>
      {test.data && !test.isPending && <ProbeResult probe={test.data} />}
      {test.error && !test.isPending && (
        <p role="alert" className="text-bad">
          {test.error.message}
        </p>
      )}
    </div>
  )
}

function ProbeResult({ probe }: { probe: AiProbe }) {
  const { t } = useTranslation()
  const { ok, answer, error, took_ms, tokens_in, tokens_out } = probe
  const Icon = ok ? CircleCheck : CircleAlert
  return (
    <div
      role={ok ? 'status' : 'alert'}
      className={`flex items-start gap-2.5 rounded-lg border px-3.5 py-3 ${ok ? 'border-good-line bg-good-subtle' : 'border-bad-line bg-bad-subtle'}`}
    >
      <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${ok ? 'text-good' : 'text-bad'}`} />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap gap-x-2">
          <strong className="font-semibold">{error ?? t('ai.provider.test.ok')}</strong>
          <span className="text-ink-2 tabular-nums">{t('ai.provider.test.took', { ms: took_ms })}</span>
          {ok && (
            <span className="text-ink-2 tabular-nums">
              {t('ai.provider.test.tokens', { sent: tokens_in, said: tokens_out })}
            </span>
          )}
        </p>
        {answer && <p className="mt-1 text-ink-2">{answer}</p>}
      </div>
    </div>
  )
}
