// The dashboard: its queries around its pages.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ApiError } from './api/client.ts';
import { App } from './app.tsx';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
  },
});

const Dashboard = () => (
  <QueryClientProvider client={queries}>
    <App />
  </QueryClientProvider>
);
export default Dashboard;
