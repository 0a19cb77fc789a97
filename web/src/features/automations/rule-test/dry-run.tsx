import type { RuleEvent } from '@parley/contract/automations/automation-fields'
import type { RuleDryRun } from '@parley/contract/automations/automation-runs'
import { dryRunRule } from '@parley/contract/automations/automations'
import { CircleCheck, CircleSlash, FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call } from '../../../api/call.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { Reasons } from '../../../explanation/rule-reasons.tsx'
import type { EntityForm } from '../../../forms/use-entity-form.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { ConversationLink } from '../conversation-link.tsx'
import { type RuleFields, sortEvents } from '../rule-fields.ts'
import { ConversationPicker } from './conversation-picker.tsx'
import { PlannedActions } from './planned-actions.tsx'
import { RuleTestError } from './rule-test-error.tsx'
import { useFormRule } from './use-form-rule.ts'

/** Shows whether the rule would run on one conversation now, and why. Changes nothing. */
export function DryRun({ form, id }: { form: EntityForm<RuleFields>; id?: number }) {
  const { t } = useTranslation()
  const { rule, fingerprint } = useFormRule(form)
  const [conversation, setConversation] = useState<string | null>(null)
  const events = sortEvents(rule.events)
  const [selectedEvent, setSelectedEvent] = useState<RuleEvent | null>(null)
  const event = selectedEvent && events.includes(selectedEvent) ? selectedEvent : (events[0] ?? null)
  const needsEvent = rule.type === 'conversation_update' && events.length > 1
  const dryRun = useApiMutation(
    async (reference: string) => ({
      fingerprint,
      result: await call(dryRunRule, {
        body: {
          rule,
          rule_id: id ?? null,
          conversation: reference,
          event: rule.type === 'conversation_update' ? event : null,
        },
      }),
    }),
    { failure: 'inline' },
  )
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-2">
        <Field label={t('automations.dry.conversation')} className="min-w-0 flex-1 basis-64">
          <ConversationPicker value={conversation} onChange={setConversation} />
        </Field>
        {needsEvent && (
          <Field label={t('automations.dry.event')} className="basis-56">
            <Select
              value={event}
              onValueChange={setSelectedEvent}
              options={events.map((value) => ({ value, label: t(`automations.event.${value}`) }))}
            />
          </Field>
        )}
        <Button
          className="h-8"
          disabled={conversation === null}
          loading={dryRun.isPending}
          onClick={() => conversation !== null && dryRun.mutate(conversation)}
        >
          <FlaskConical size={14} aria-hidden />
          {t('automations.dry.run')}
        </Button>
      </div>
      {dryRun.error && <RuleTestError error={dryRun.error} />}
      {dryRun.data && !dryRun.error && (
        <>
          {dryRun.data.fingerprint !== fingerprint && (
            <p className="text-warn">{t('automations.try.stale')}</p>
          )}
          <DryRunResult result={dryRun.data.result} />
        </>
      )}
    </div>
  )
}

function DryRunResult({ result }: { result: z.infer<typeof RuleDryRun> }) {
  const { t } = useTranslation()
  const { would_run, stopped_by, reasons, actions, conversation } = result
  const Icon = would_run ? CircleCheck : CircleSlash
  return (
    <section aria-label={t('automations.dry.result')} className="rounded-lg border">
      <div
        role="status"
        className={`flex gap-2.5 rounded-t-lg border-b px-3.5 py-3 ${would_run ? 'bg-good-subtle' : 'bg-surface-sunk'}`}
      >
        <Icon size={16} aria-hidden className={`mt-0.5 ${would_run ? 'text-good' : 'text-ink-3'}`} />
        <div className="min-w-0">
          <p className="font-semibold">
            {t(would_run ? 'automations.dry.would' : 'automations.dry.would_not')}
          </p>
          {stopped_by && <p className="text-ink-2">{stopped_by}.</p>}
          <ConversationLink conversation={conversation} />
        </div>
      </div>
      <div className="grid gap-5 p-3.5 md:grid-cols-2">
        <div>
          <h3 className="mb-1.5 text-xs font-medium text-ink-3">{t('automations.conditions')}</h3>
          <Reasons reasons={reasons} />
        </div>
        <div>
          <h3 className="mb-1.5 text-xs font-medium text-ink-3">
            {t(would_run ? 'automations.dry.effects' : 'automations.dry.effects_if')}
          </h3>
          <PlannedActions actions={actions} />
        </div>
      </div>
    </section>
  )
}
