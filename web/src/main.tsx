import './styles/main.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { start } from './start.ts'
import { startWithRetry } from './start-with-retry.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root to render in')

void startWithRetry(start, root).then(({ queryClient, router }) =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  ),
)
