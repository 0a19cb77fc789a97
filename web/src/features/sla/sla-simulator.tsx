import { listBusinessHours } from '@parley/contract/business-hours/business-hours'
import { simulateSla } from '@parley/contract/sla/sla-simulation'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { entitiesQuery } from '../../admin/entity-queries.ts'
import { call } from '../../api/call.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useFieldValue } from '../../forms/fields/fields.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { SimulationResult } from './simulation-result.tsx'
import type { SlaFields } from './sla-fields.ts'

const OWN_HOURS = 0
const periods = [30, 90] as const

/** Simulates the form's current values, saved or not, on recent conversations. */
export function SlaSimulator({ form }: { form: EntityForm<SlaFields> }) {
  const { t } = useTranslation()
  const hours = useQuery(entitiesQuery('business-hours', listBusinessHours)).data ?? []
  const [days, setDays] = useState<(typeof periods)[number]>(30)
  const [hours_id, setHours] = useState(OWN_HOURS)
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const request = {
    policy: {
      // Name and notifications don't affect the result.
      name: t('sla.simulation'),
      first_response_time: useFieldValue(form, 'first_response_time') ?? '',
      next_response_time: useFieldValue(form, 'next_response_time') ?? '',
      resolution_time: useFieldValue(form, 'resolution_time') ?? '',
    },
    days,
    business_hours_id: hours_id === OWN_HOURS ? null : hours_id,
  }
  const simulation = useApiMutation(
    (body: typeof request) => {
      controller.current = new AbortController()
      return call(simulateSla, { body, signal: controller.current.signal })
    },
    { failure: 'inline' },
  )
  const isStale = simulation.data && JSON.stringify(simulation.variables) !== JSON.stringify(request)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('sla.simulation.days')} className="w-44">
          <Select
            value={days}
            options={periods.map((value) => ({
              value,
              label: t('sla.simulation.period', { count: value }),
            }))}
            onValueChange={setDays}
          />
        </Field>
        <Field label={t('sla.simulation.hours')} className="min-w-44 flex-1">
          <Select
            value={hours_id}
            options={[
              { value: OWN_HOURS, label: t('sla.simulation.own_hours') },
              ...hours.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onValueChange={setHours}
          />
        </Field>
        {simulation.isPending ? (
          <Button
            onClick={() => {
              controller.current?.abort()
              simulation.reset()
            }}
          >
            {t('sla.simulation.cancel')}
          </Button>
        ) : (
          <Button onClick={() => simulation.mutate(request)}>
            <FlaskConical size={14} aria-hidden />
            {t(simulation.data ? 'sla.simulation.again' : 'sla.simulation.run')}
          </Button>
        )}
      </div>
      {simulation.isPending && (
        <p role="status" className="text-ink-3">
          {t('sla.simulation.running')}
        </p>
      )}
      {simulation.error && (
        <p role="alert" className="text-bad">
          {simulation.error.message}
        </p>
      )}
      {isStale && (
        <p role="status" className="text-warn">
          {t('sla.simulation.changed')}
        </p>
      )}
      {simulation.data && <SimulationResult result={simulation.data} />}
    </div>
  )
}
