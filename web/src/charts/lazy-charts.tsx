import { Suspense } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import { Skeleton } from '../ui/display/skeleton.tsx'
import type { ChartProps } from './series.ts'

// The chart library is larger than all other report code.
const Lines = lazyPart(() => import('./line-chart.tsx'), 'LineChart')
const Bars = lazyPart(() => import('./bar-chart.tsx'), 'BarChart')

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
