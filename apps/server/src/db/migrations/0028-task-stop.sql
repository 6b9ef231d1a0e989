-- Whoever began a task may end it before it is done.
alter table task drop constraint task_state_check;
alter table task add constraint task_state_check
  check (state in ('waiting', 'running', 'planned', 'done', 'failed', 'undone', 'stopped'));
