import { lazy, Suspense } from 'react'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import type { ChartProps } from './series.ts'

// The chart library is larger than all other report code.
const Lines = lazy(() => import('./line-chart.tsx').then((m) => ({ default: m.LineChart })))
const Bars = lazy(() => import('./bar-chart.tsx').then((m) => ({ default: m.BarChart })))

const fallback = <Skeleton className="h-58 w-full" />

export const LineChart = (props: ChartProps) => (
  <Suspense fallback={fallback}>
    <Lines {...props} />
  </Suspense>
)

export const BarChart = (props: ChartProps) => (
  <Suspense fallback={fallback}>
    <Bars {...props} />
  </Suspense>
)
