import { listBusinessHours } from '@parley/contract/business-hours/business-hours'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { entitiesQuery } from '../admin/entity-queries.ts'
import { Select } from '../ui/inputs/select.tsx'

/** Ids start at 1. */
const NONE = 0

/** Selects business hours by name; use it in a Field. */
export function HoursSelect({
  value,
  noneLabel,
  placeholder,
  onValueChange,
}: {
  value: number | null
  /** Label for no business hours; omit if they are required. */
  noneLabel?: string
  placeholder?: string
  onValueChange: (id: number | null) => void
}) {
  const { t } = useTranslation()
  const allHours = useQuery(entitiesQuery('business-hours', listBusinessHours)).data
  // Deleted business hours stay in the list: otherwise the select would silently switch to the first option, or back to
  // it later.
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
