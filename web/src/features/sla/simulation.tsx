import { listBusinessHours } from '@parley/contract/business-hours'
import { simulateSla } from '@parley/contract/sla-simulation'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { entitiesQuery } from '../../admin/entities.ts'
import { useValue } from '../../admin/fields.tsx'
import type { EntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { SimulationResult } from './simulation-result.tsx'
import type { SlaFields } from './sla-fields.ts'

const OWN = 0
const periods = [30, 90] as const

/** Tries what the form holds now, saved or not, on the conversations that began lately. */
export function Simulation({ of }: { of: EntityForm<SlaFields> }) {
  const { t } = useTranslation()
  const hours = useQuery(entitiesQuery('business-hours', listBusinessHours)).data ?? []
  const [days, setDays] = useState<(typeof periods)[number]>(30)
  const [hours_id, setHours] = useState(OWN)
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const asked = {
    policy: {
      // Neither its name nor whom it tells changes what becomes of it.
      name: t('sla.simulation'),
      first_response_time: useValue(of, 'first_response_time') ?? '',
      next_response_time: useValue(of, 'next_response_time') ?? '',
      resolution_time: useValue(of, 'resolution_time') ?? '',
    },
    days,
    business_hours_id: hours_id === OWN ? null : hours_id,
  }
  const trying = useMutation({
    networkMode: 'always',
    mutationFn: (body: typeof asked) => {
      controller.current = new AbortController()
      return call(simulateSla, { body, signal: controller.current.signal })
    },
  })
  const isStale = trying.data && JSON.stringify(trying.variables) !== JSON.stringify(asked)
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
              { value: OWN, label: t('sla.simulation.own_hours') },
              ...hours.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onValueChange={setHours}
          />
        </Field>
        {trying.isPending ? (
          <Button
            onClick={() => {
              controller.current?.abort()
              trying.reset()
            }}
          >
            {t('sla.simulation.cancel')}
          </Button>
        ) : (
          <Button onClick={() => trying.mutate(asked)}>
            <FlaskConical size={14} aria-hidden />
            {t(trying.data ? 'sla.simulation.again' : 'sla.simulation.run')}
          </Button>
        )}
      </div>
      {trying.isPending && (
        <p role="status" className="text-ink-3">
          {t('sla.simulation.running')}
        </p>
      )}
      {trying.error && (
        <p role="alert" className="text-bad">
          {trying.error.message}
        </p>
      )}
      {isStale && (
        <p role="status" className="text-warn">
          {t('sla.simulation.changed')}
        </p>
      )}
      {trying.data && <SimulationResult of={trying.data} />}
    </div>
  )
}
