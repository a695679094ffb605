// Pages as large as the window.
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

const PreviewDialog = ({ name, children, onClose }: { name: string; children: ReactNode; onClose: () => void }) => (
  <Modal opened onClose={onClose} size="min(1100px, 100vw)" title={name}>
    {children}
  </Modal>
);
export default PreviewDialog;
