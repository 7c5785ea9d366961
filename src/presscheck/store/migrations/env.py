"""Run by Alembic, with the connection that `presscheck.store.migrate` hands over."""

from alembic import context

from presscheck.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
