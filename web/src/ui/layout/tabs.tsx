import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export type Tab<Value extends string> = { value: Value; label: ReactNode; panel: ReactNode }

export function Tabs<Value extends string>({
  tabs,
  value,
  onValueChange,
  label,
}: {
  tabs: readonly Tab<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  label: string
}) {
  return (
    <Base.Root value={value} onValueChange={onValueChange}>
      <Base.List aria-label={label} className="relative flex gap-1 border-b">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="h-8 rounded-t-md px-2.5 font-medium text-ink-3 transition-colors hover:text-ink data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-[-1px] left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-accent transition-[translate,width] duration-180" />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-4">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
