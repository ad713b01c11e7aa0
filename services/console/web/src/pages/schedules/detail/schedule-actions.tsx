import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  deleteSchedule,
  pauseSchedule,
  resumeSchedule,
  schedulesQuery,
  type ScheduleView,
} from '../../../api/schedules.js';
import { showToast } from '../../../ui/overlay/toast-store.js';
import { Button } from '../../../ui/button.js';
import { PauseIcon, PlayIcon, TrashIcon } from '../../../ui/icons.js';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.js';

/** Pauses, resumes and deletes a schedule. */
export function ScheduleActions({ schedule }: { readonly schedule: Pick<ScheduleView, 'id' | 'state'> }) {
  const { id, state } = schedule;
  const isPaused = state === 'paused';
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: schedulesQuery.queryKey });
  const turn = useMutation({
    mutationFn: () => (isPaused ? resumeSchedule(id) : pauseSchedule(id)),
    onSuccess: refresh,
    onError: ({ message }) =>
      showToast({ title: `It was not ${isPaused ? 'resumed' : 'paused'}`, description: message, tone: 'danger' }),
  });
  const remove = useMutation({
    mutationFn: () => deleteSchedule(id),
    onSuccess: async () => {
      await navigate({ to: '/schedules' });
      queryClient.removeQueries({ queryKey: [...schedulesQuery.queryKey, id] });
      await refresh();
    },
  });
  return (
    <>
      <Button icon={isPaused ? <PlayIcon /> : <PauseIcon />} isBusy={turn.isPending} onClick={() => turn.mutate()}>
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button icon={<TrashIcon />} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Delete this schedule?"
        confirmLabel="Delete schedule"
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        It runs no more, and its list of runs and changes is gone. A call that is running ends by itself. The requests
        that it has made stay in the log.
      </ConfirmDialog>
    </>
  );
}
