import { listBusinessHours } from '@parley/contract/business-hours/business-hours'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { entitiesQuery } from '../admin/entity-queries.ts'
import { Select } from '../ui/inputs/select.tsx'

/** Ids begin at 1. */
const NONE = 0

/** Chooses business hours by name; inside a Field, which names it. */
export function HoursSelect({
  value,
  noneLabel,
  placeholder,
  onValueChange,
}: {
  value: number | null
  /** What having none of one's own means; left out where some are needed. */
  noneLabel?: string
  placeholder?: string
  onValueChange: (id: number | null) => void
}) {
  const { t } = useTranslation()
  const allHours = useQuery(entitiesQuery('business-hours', listBusinessHours)).data
  // Left out of the list, what was chosen would silently become what was chosen at first. So would it when it left later.
  const [deletedId, setDeletedId] = useState<number | null>(null)
  const exists = (id: number | null) => allHours?.some((hours) => hours.id === id) !== false
  if (value !== null && value !== deletedId && !exists(value)) setDeletedId(value)
  const options = (allHours ?? [])
    .map(({ id, name }) => ({ value: id, label: name, disabled: false }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  if (deletedId !== null && !exists(deletedId))
    options.push({ value: deletedId, label: t('hours.deleted_meanwhile'), disabled: true })
  return (
    <Select
      options={noneLabel === undefined ? options : [{ value: NONE, label: noneLabel }, ...options]}
      value={value ?? (noneLabel === undefined ? null : NONE)}
      placeholder={placeholder}
      onValueChange={(id) => onValueChange(id === NONE ? null : id)}
    />
  )
}
